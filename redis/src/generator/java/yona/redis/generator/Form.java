package yona.redis.generator;

import java.util.ArrayList;
import java.util.List;

/**
 * A form of a method.
 *
 * @param bytes whether what is text or bytes is a BulkString, else a String
 * @param numbers whether a bound is a number, else what is sent for it
 */
record Form(boolean bytes, boolean numbers) {
  /** The forms that differ for parameters. */
  static List<Form> of(List<Parameter> parameters) {
    boolean bytes = parameters.stream().anyMatch(Parameter::hasBytes);
    boolean numbers = parameters.stream().anyMatch(Parameter::isBound);
    List<Form> forms = new ArrayList<>();
    for (boolean inBytes : bytes ? List.of(false, true) : List.of(false)) {
      if (numbers) {
        forms.add(new Form(inBytes, true));
      }
      forms.add(new Form(inBytes, false));
    }
    return forms;
  }
}
