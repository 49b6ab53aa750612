import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;

/** A Java program that evaluates Yona and JavaScript in one context, where values go both ways. */
public class SideBySide {
  public static void main(String[] arguments) {
    try (Context context = Context.newBuilder("yona", "js").build()) {
      Value gross = context.eval("yona", "\\tax net -> net * (100 + tax) / 100");
      Value prices = context.eval("js", "[{name: 'tea', net: 300}, {name: 'mate', net: 500}]");

      // A function of Yona, with its first argument, is a callback of JavaScript.
      Value map = context.eval("js", "(prices, gross) => prices.map(p => gross(p.net))");
      System.out.println(map.execute(prices, gross.execute(19)));

      // Objects of JavaScript have members in Yona.
      Value names = context.eval("yona", "\\prices -> [String::upper p::name | p <- prices]");
      System.out.println(names.execute(prices));
    }
  }
}
