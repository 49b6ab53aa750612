package yona.language.runtime;

import yona.data.Dict;
import yona.data.Editor;
import yona.data.Seq;
import yona.data.SeqEditor;
import yona.data.Set;

/**
 * Collections that a loop changes in place. The compiler finds the parameters of a function that
 * nobody but the loop can see between its turns; where such a one is updated, an {@link Editor} is
 * what goes round.
 */
public final class Editing {
  private Editing() {}

  /**
   * What is given to a function that updates a collection which only the loop has.
   *
   * @param value any value
   * @return an editor of a collection, unless it gains nothing; else the value
   */
  public static Object editor(Object value) {
    return switch (value) {
      case Editor editor -> editor;
      case Seq seq -> {
        SeqEditor editor = SeqEditor.of(seq);
        yield editor == null ? seq : editor;
      }
      case Set set -> set.editor();
      case Dict dict -> dict.editor();
      default -> value;
    };
  }

  /**
   * What the loop gives to others.
   *
   * @param value an editor, or a value
   * @return the collection, or the value
   */
  public static Object finished(Object value) {
    return value instanceof Editor editor ? editor.finish() : value;
  }
}
