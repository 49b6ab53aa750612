package yona.bench.graal;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import yona.bench.async.Timed;
import yona.language.embedding.Engine;

/** Calls between Java, Yona, JavaScript and Python. */
public final class GraalCalls {
  private static final String ID = "yona";

  private GraalCalls() {}

  /** Measures a row. */
  public static void main(String[] arguments) throws Exception {
    Timed.main(GraalCalls::work, arguments);
  }

  private static Timed.Work work(String row) {
    if (row.equals("start")) {
      return (_, _) -> start();
    }
    if (row.startsWith("program-")) {
      return program(row.substring("program-".length()));
    }
    Context context = context();
    return switch (row) {
      case "java-yona" -> fromJava(context.eval(ID, "\\x -> x + 1"));
      case "java-js" -> fromJava(context.eval("js", "x => x + 1"));
      case "java-waits" -> fromJava(context.eval(ID, WAITING));
      case "js-yona" ->
          fromGuest(
              context.eval(
                  "js", "(f, n) => { let s = 0; for (let i = 0; i < n; i++) s = f(s); return s }"),
              context.eval(ID, "\\x -> x + 1"));
      case "yona-js" ->
          fromGuest(
              context.eval(
                  ID,
                  "let go = \\f n s -> if n == 0 then s else go f (n - 1) (f s) in \\f n -> go f n"
                      + " 0"),
              context.eval("js", "x => x + 1"));
      case "loop" ->
          fromGuest(
              context.eval(
                  "js", "(f, n) => { let s = 0; for (let i = 0; i < n; i++) s = f + s; return s }"),
              context.asValue(1));
      default -> throw new IllegalArgumentException(row);
    };
  }

  /** Counts as one that may wait, and does not. */
  private static final String WAITING =
      """
      let
          gate = Channel::channel 1
      in
          \\x -> do
              Channel::send gate x
              case Channel::receive gate of (:ok, v) -> v + 1 end
          end
      """;

  private static Context context() {
    return Context.newBuilder(ID, "js")
        .allowAllAccess(true)
        .option("engine.WarnInterpreterOnly", "false")
        .build();
  }

  private static long start() {
    try (Context context = context()) {
      return context.eval(ID, "5 + 3").asLong();
    }
  }

  private static Timed.Work fromJava(Value function) {
    return (size, _) -> {
      long sum = 0;
      for (int i = 0; i < size; i++) {
        sum = function.execute(sum).asLong();
      }
      return sum;
    };
  }

  private static Timed.Work fromGuest(Value loop, Value argument) {
    return (size, _) -> loop.execute(argument, size).asLong();
  }

  /** A program of Yona, which calls a language that it has itself. */
  private static Timed.Work program(String row) {
    String text =
        switch (row) {
          case "js" ->
              "let f = eval :js \"x => x + 1\" ; go = \\n"
                  + " s -> if n == 0 then s else go (n - 1) (f s) in go size 0";
          case "python" ->
              "let f = eval :python \"lambda x: x + 1\" ; go = \\n"
                  + " s -> if n == 0 then s else go (n - 1) (f s) in go size 0";
          case "fibers" -> "let f = eval :js \"x => x + 1\" in Seq::sum [f 0 | _ <- [1 .. size]]";
          case "waits" ->
              "let f = eval :js \"(g, x) => g(x) + 1\" ; go = \\n"
                  + " s -> if n == 0 then s else go (n - 1) (f (\\x -> x) s) in go size 0";
          default -> throw new IllegalArgumentException(row);
        };
    Engine engine = Engine.create();
    return (size, _) -> (Long) engine.evaluate(text.replace("size", String.valueOf(size))).toJava();
  }
}
