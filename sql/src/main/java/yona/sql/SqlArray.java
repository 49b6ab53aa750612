package yona.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An array as a parameter, for PostgreSQL and H2; made by {@link Sql#array}. In results arrays are
 * lists.
 *
 * @param elementType the database's name of the elements' type, such as {@code bigint}
 * @param elements the elements, each a value that may be a parameter by itself, or null, or a List
 *     of such
 */
public record SqlArray(String elementType, List<@Nullable Object> elements) {

  /** Copies the elements. */
  public SqlArray {
    elements = Collections.unmodifiableList(new ArrayList<>(elements));
  }
}
