package yona.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The text of a statement, or of a part of one, with the values for its parameters: {@code ?} in
 * the text, in their order. Values never become part of the text, so nothing in them can be taken
 * for SQL.
 *
 * <pre>{@code
 * Sql open = Sql.of("select * from orders where state = ?", "open");
 * Sql some = ids.isEmpty() ? open : open.append(" and ").append(Sql.in("id", ids));
 * }</pre>
 *
 * <p>PostgreSQL's operators with a question mark are written with two: {@code ??}. Immutable, if
 * the parameters are.
 */
public final class Sql {

  /** As many parameters as PostgreSQL's protocol can count. */
  static final int MOST_PARAMETERS = 65_535;

  private final String text;
  private final List<@Nullable Object> parameters;

  private Sql(String text, List<@Nullable Object> parameters) {
    if (parameters.size() > MOST_PARAMETERS) {
      throw new IllegalArgumentException(
          "a statement has at most " + MOST_PARAMETERS + " parameters, not " + parameters.size());
    }
    this.text = text;
    this.parameters = Collections.unmodifiableList(parameters);
  }

  /**
   * A statement or a part of one.
   *
   * @param text the text; a constant of the program, not made of what comes from outside
   * @param parameters for each {@code ?} in the text a value, see {@link SqlClient}
   * @return the statement
   */
  public static Sql of(String text, @Nullable Object... parameters) {
    Objects.requireNonNull(text, "text");
    return new Sql(text, new ArrayList<>(Arrays.asList(parameters)));
  }

  /**
   * A statement with its parameters in a list.
   *
   * @param text the text
   * @param parameters for each {@code ?} in the text a value
   * @return the statement
   */
  public static Sql with(String text, List<? extends @Nullable Object> parameters) {
    Objects.requireNonNull(text, "text");
    return new Sql(text, new ArrayList<>(parameters));
  }

  /**
   * That an expression equals one of several values.
   *
   * @param expression the text of the expression, a column's name as a rule
   * @param values the values; without any the condition is false
   * @return {@code expression in (?, ?)}
   */
  public static Sql in(String expression, Collection<? extends @Nullable Object> values) {
    if (values.isEmpty()) {
      return of("1 = 0");
    }
    return with(
        expression + " in (" + String.join(", ", Collections.nCopies(values.size(), "?")) + ")",
        new ArrayList<>(values));
  }

  /**
   * Several parts with a text between them.
   *
   * @param separator the text between two of them, such as {@code " and "}
   * @param parts the parts
   * @return the whole
   */
  public static Sql join(String separator, Collection<Sql> parts) {
    StringBuilder text = new StringBuilder();
    List<@Nullable Object> parameters = new ArrayList<>();
    String before = "";
    for (Sql part : parts) {
      text.append(before).append(part.text);
      parameters.addAll(part.parameters);
      before = separator;
    }
    return new Sql(text.toString(), parameters);
  }

  /**
   * An array as one parameter, for PostgreSQL and H2.
   *
   * @param elementType the database's name of the elements' type, such as {@code bigint}
   * @param elements the elements, or for an array of arrays Lists of them, all of one length in
   *     PostgreSQL
   * @return the parameter
   */
  public static SqlArray array(String elementType, List<? extends @Nullable Object> elements) {
    return new SqlArray(elementType, new ArrayList<>(elements));
  }

  /**
   * This with another part behind it, with nothing between them.
   *
   * @param part the other part
   * @return the whole
   */
  public Sql append(Sql part) {
    return join("", List.of(this, part));
  }

  /**
   * This with another part behind it, with nothing between them.
   *
   * @param more the text of the other part
   * @param values for each {@code ?} in it a value
   * @return the whole
   */
  public Sql append(String more, @Nullable Object... values) {
    return append(of(more, values));
  }

  /**
   * The text, with {@code ?} where parameters are.
   *
   * @return the text
   */
  public String text() {
    return text;
  }

  /**
   * The values of the parameters.
   *
   * @return an unmodifiable list
   */
  public List<@Nullable Object> parameters() {
    return parameters;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Sql sql && text.equals(sql.text) && parameters.equals(sql.parameters);
  }

  @Override
  public int hashCode() {
    return 31 * text.hashCode() + parameters.hashCode();
  }

  /**
   * The text alone: parameters may be secrets.
   *
   * @return the text, and how many parameters there are
   */
  @Override
  public String toString() {
    return text + " [" + parameters.size() + " parameters]";
  }
}
