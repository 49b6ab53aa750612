package yona.redis;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.redis.command.ResponsePolicy;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.IntegerValue;
import yona.redis.resp.MapValue;
import yona.redis.resp.NullValue;
import yona.redis.resp.RespValue;
import yona.redis.resp.SetValue;

/** How the answers of several nodes of a cluster become one. */
final class ReplyAggregation {

  private ReplyAggregation() {}

  /** One answer of several, at least one, as the table says. */
  static RespValue of(ResponsePolicy policy, List<RespValue> answers) {
    if (policy == ResponsePolicy.ONE_SUCCEEDED) {
      return answers.stream()
          .filter(answer -> !(answer instanceof ErrorValue))
          .findFirst()
          .orElse(answers.getFirst());
    }
    for (RespValue answer : answers) {
      if (answer instanceof ErrorValue) {
        return answer;
      }
    }
    return switch (policy) {
      case AGG_SUM -> fold(answers, Long::sum);
      case AGG_MIN -> fold(answers, Math::min);
      case AGG_LOGICAL_AND -> fold(answers, (a, b) -> a != 0 && b != 0 ? 1 : 0);
      case DEFAULT -> joined(answers);
      case SPECIAL -> something(answers);
      default -> answers.getFirst();
    };
  }

  /** Folds two numbers into one. */
  @FunctionalInterface
  private interface Fold {
    long of(long one, long other);
  }

  private static RespValue fold(List<RespValue> answers, Fold fold) {
    RespValue result = answers.getFirst();
    for (RespValue answer : answers.subList(1, answers.size())) {
      result = fold(result, answer, fold);
    }
    return result;
  }

  private static RespValue fold(RespValue one, RespValue other, Fold fold) {
    if (one instanceof IntegerValue(long a) && other instanceof IntegerValue(long b)) {
      return IntegerValue.of(fold.of(a, b));
    }
    if (one instanceof ArrayValue(List<RespValue> as)
        && other instanceof ArrayValue(List<RespValue> bs)) {
      List<RespValue> folded = new ArrayList<>();
      for (int i = 0; i < Math.min(as.size(), bs.size()); i++) {
        folded.add(fold(as.get(i), bs.get(i), fold));
      }
      return new ArrayValue(folded);
    }
    return one;
  }

  private static RespValue joined(List<RespValue> answers) {
    List<RespValue> elements = new ArrayList<>();
    List<MapValue.Entry> entries = new ArrayList<>();
    for (RespValue answer : answers) {
      switch (answer) {
        case ArrayValue(List<RespValue> several) -> elements.addAll(several);
        case SetValue(List<RespValue> several) -> elements.addAll(several);
        case MapValue(List<MapValue.Entry> several) -> entries.addAll(several);
        default -> {
          return answers.getFirst();
        }
      }
    }
    return switch (answers.getFirst()) {
      case SetValue _ -> new SetValue(elements);
      case MapValue _ -> new MapValue(entries);
      default -> new ArrayValue(elements);
    };
  }

  /** One that is something. */
  private static RespValue something(List<RespValue> answers) {
    return answers.stream()
        .filter(answer -> !answer.equals(NullValue.NULL))
        .findFirst()
        .orElse(answers.getFirst());
  }

  /**
   * One answer to the parts of a command that was split by key.
   *
   * @param keys which keys each part had, counted from 0
   * @param count of all keys
   */
  static RespValue ofKeys(
      ResponsePolicy policy, List<RespValue> answers, List<List<Integer>> keys, int count) {
    if (policy != ResponsePolicy.DEFAULT) {
      return of(policy, answers);
    }
    @Nullable RespValue[] inOrder = new RespValue[count];
    for (int part = 0; part < answers.size(); part++) {
      if (!(answers.get(part) instanceof ArrayValue(List<RespValue> elements))) {
        return of(policy, answers);
      }
      for (int i = 0; i < elements.size() && i < keys.get(part).size(); i++) {
        inOrder[keys.get(part).get(i)] = elements.get(i);
      }
    }
    List<RespValue> values = new ArrayList<>(count);
    for (RespValue value : inOrder) {
      values.add(value == null ? NullValue.NULL : value);
    }
    return new ArrayValue(values);
  }
}
