package yona.redis.clojure;

import clojure.lang.IFn;
import clojure.lang.ISeq;
import clojure.lang.RestFn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.redis.jresp.Replies;

/** The function of a command: its first argument is where it goes, the others are what is sent. */
public final class CommandFunction extends RestFn {

  private static final long serialVersionUID = 1;

  private final transient IFn send;
  private final String[] name;

  /**
   * Makes a function.
   *
   * @param send is called with where the command goes and an array of its words, and gives what the
   *     function gives
   * @param name the words of the command's name
   */
  public CommandFunction(IFn send, List<String> name) {
    this.send = send;
    this.name = name.toArray(String[]::new);
  }

  @Override
  public int getRequiredArity() {
    return 1;
  }

  private Object[] begun(int arguments) {
    Object[] words = new Object[name.length + arguments];
    System.arraycopy(name, 0, words, 0, name.length);
    return words;
  }

  private Object word(int index, @Nullable Object argument) {
    return Replies.word(name.length == 1 ? name[0] : String.join(" ", name), index, argument);
  }

  @Override
  public Object invoke(Object target) {
    return send.invoke(target, begun(0));
  }

  @Override
  public Object invoke(Object target, Object one) {
    Object[] words = begun(1);
    words[name.length] = word(1, one);
    return send.invoke(target, words);
  }

  @Override
  public Object invoke(Object target, Object one, Object two) {
    Object[] words = begun(2);
    words[name.length] = word(1, one);
    words[name.length + 1] = word(2, two);
    return send.invoke(target, words);
  }

  @Override
  public Object invoke(Object target, Object one, Object two, Object three) {
    Object[] words = begun(3);
    words[name.length] = word(1, one);
    words[name.length + 1] = word(2, two);
    words[name.length + 2] = word(3, three);
    return send.invoke(target, words);
  }

  @Override
  protected Object doInvoke(Object target, Object arguments) {
    List<Object> words = new ArrayList<>(List.of(name));
    int index = 1;
    for (ISeq rest = (ISeq) arguments; rest != null; rest = rest.next()) {
      words.add(word(index++, rest.first()));
    }
    return send.invoke(target, words.toArray());
  }
}
