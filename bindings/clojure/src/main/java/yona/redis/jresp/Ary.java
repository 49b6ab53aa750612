package yona.redis.jresp;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several values, in order.
 *
 * @param raw the values
 */
public record Ary(List<RespType> raw) implements RespType {

  /** Copies the values. */
  public Ary {
    raw = List.copyOf(raw);
  }

  @Override
  public List<@Nullable Object> unwrap() {
    List<@Nullable Object> values = new ArrayList<>(raw.size());
    for (RespType each : raw) {
      values.add(each.unwrap());
    }
    return Collections.unmodifiableList(values);
  }

  @Override
  public String toString() {
    return raw.toString();
  }
}
