package yona.bench.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * A project of ordinary modules for the rows that compile: records and functions over them,
 * patterns, comprehensions, strings, functions that take functions. Everything is drawn from a
 * fixed seed, no two functions are alike, and each module calls two others, so that the program
 * needs all.
 */
final class GeneratedProject {
  private static final String[] NOUNS = {
    "order", "price", "stock", "client", "parcel", "route", "invoice", "rate", "batch", "voucher"
  };
  private static final String[] VERBS = {
    "sum", "scale", "pick", "merge", "rank", "check", "split", "shift", "count", "join"
  };
  private static final String[] FIELDS = {"amount", "weight", "share", "offset", "limit", "rest"};

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(42);
  private final StringBuilder text = new StringBuilder();
  private final List<String> names = new ArrayList<>();
  private List<String> fields = List.of();

  private GeneratedProject() {}

  /**
   * Writes {@code main.yona} and its modules below {@code parts}.
   *
   * @param modules how many
   * @param lines of all of them together, at least
   */
  static void write(Path folder, int modules, int lines) throws IOException {
    var project = new GeneratedProject();
    Files.createDirectories(folder.resolve("parts"));
    for (int i = 0; i < modules; i++) {
      Files.writeString(
          folder.resolve("parts/Part" + i + ".yona"), project.module(i, modules, lines / modules));
    }
    Files.writeString(
        folder.resolve("main.yona"), "# Needs every module.\nparts\\Part0::total 3\n");
  }

  private String module(int index, int modules, int lines) {
    text.setLength(0);
    names.clear();
    fields = List.of(FIELDS[draw(2)], FIELDS[2 + draw(2)], FIELDS[4 + draw(2)]);
    put("## Part " + index + " of a generated project.");
    put("module parts\\Part" + index + " exports total as");
    put("    record Item = (" + String.join(", ", fields) + ")");
    put("");
    while (text.chars().filter(c -> c == '\n').count() < lines - 8) {
      function();
    }
    put("    ## What all functions of this part, and those that it needs, come to.");
    var calls = new ArrayList<String>();
    for (int other = 2 * index + 1; other <= 2 * index + 2 && other < modules; other++) {
      calls.add("parts\\Part" + other + "::total n");
    }
    names.forEach(name -> calls.add(name + " (n % 4)"));
    put("    total n =");
    put("        let");
    put("            parts = [" + String.join(", ", calls) + "]");
    put("        in");
    put("            Seq::foldl (\\sum part -> (sum * 7 + part) % 1_000_003) n parts");
    put("end");
    return text.toString();
  }

  /** A function from a small Int to an Int. */
  private void function() {
    var name = VERBS[draw(VERBS.length)] + "_" + NOUNS[draw(NOUNS.length)] + "_" + names.size();
    put("    ## " + name.replace('_', ' ') + ".");
    switch (draw(8)) {
      case 0 -> clauses(name);
      case 1 -> records(name);
      case 2 -> comprehension(name);
      case 3 -> strings(name);
      case 4 -> higherOrder(name);
      case 5 -> cases(name);
      case 6 -> recursion(name);
      default -> dicts(name);
    }
    put("");
    names.add(name);
  }

  private void clauses(String name) {
    put("    " + name + " 0 = " + number());
    put("    " + name + " 1 = " + number());
    put("    " + name + " n");
    put("        | n > " + (2 + draw(5)) + " = " + arithmetic("n"));
    put("        | n == " + (2 + draw(2)) + " && true = " + arithmetic("n"));
    put("        | true = " + arithmetic("n"));
  }

  private void records(String name) {
    put("    " + name + " n =");
    put("        let");
    put(
        "            item = Item(%s = n, %s = %d, %s = n + %d)"
            .formatted(fields.get(0), fields.get(1), number(), fields.get(2), number()));
    put(
        "            moved = item(%s = item.%s * %d)"
            .formatted(fields.get(1), fields.get(2), number()));
    put("        in");
    put("            case moved of");
    put(
        "                Item(%s = 0, %s = x) -> x + %d"
            .formatted(fields.get(0), fields.get(1), number()));
    put("                Item(%s = x) -> x + moved.%s".formatted(fields.get(2), fields.get(1)));
    put("            end");
  }

  private void comprehension(String name) {
    put("    " + name + " n =");
    put("        let");
    put("            low  = n + " + draw(5));
    put("            high = low + " + (3 + draw(9)));
    put(
        "            kept = [%s | x <- [low .. high] if x %% %d != 0]"
            .formatted(arithmetic("x"), 2 + draw(4)));
    put("            seen = {x % " + (3 + draw(7)) + " | x <- kept}");
    put("        in");
    put("            Seq::sum kept + Set::len seen * " + number());
  }

  private void strings(String name) {
    var noun = NOUNS[draw(NOUNS.length)];
    put("    " + name + " n =");
    put("        let");
    put("            label = \"%s {n + %d} of {%s}\"".formatted(noun, number(), arithmetic("n")));
    put("            parts = String::split \" \" label");
    put("        in");
    put("            case parts of");
    put("                [\"%s\", count, _, _] -> Seq::len count + %d".formatted(noun, number()));
    put("                other -> Seq::len other + Seq::len label");
    put("            end");
  }

  private void higherOrder(String name) {
    put("    " + name + " n =");
    put("        let");
    put("            step = \\x -> " + arithmetic("x"));
    put("            keep = \\x -> x % " + (2 + draw(4)) + " != " + draw(2));
    put("        in");
    put("            Seq::range n (n + " + (4 + draw(9)) + ")");
    put("            |> Seq::map step");
    put("            |> Seq::filter keep");
    put("            |> Seq::foldl (\\sum x -> sum + x % " + (5 + draw(50)) + ") " + number());
  }

  private void cases(String name) {
    put("    " + name + " n =");
    put("        case (n % " + (2 + draw(2)) + ", [n, n + " + draw(9) + "]) of");
    put("            (0, first -| _) -> " + arithmetic("first"));
    put("            (1, [_, second]) -> " + arithmetic("second"));
    put("            (rest, all) -> rest + Seq::len all * " + number());
    put("        end");
  }

  private void recursion(String name) {
    put("    " + name + " n = " + name + "_from n " + draw(9) + " []");
    put("");
    put("    " + name + "_from n sum seen =");
    put("        if n <= 0 then sum + Seq::len seen");
    put("        else if sum > " + (500 + number()) + " then sum");
    put("        else %s_from (n - 1) (sum + %s) (n -| seen)".formatted(name, arithmetic("n")));
  }

  private void dicts(String name) {
    put("    " + name + " n =");
    put("        let");
    put(
        "            known = {:%s = n, :%s = %d, :%s = n * %d}"
            .formatted(fields.get(0), fields.get(1), number(), fields.get(2), number()));
    put("            more  = Dict::put :" + NOUNS[draw(NOUNS.length)] + " " + number() + " known");
    put("        in");
    put("            case more of");
    put("                {:%s = 0} -> Dict::len more".formatted(fields.get(0)));
    put(
        "                {:%s = x} -> x + Dict::get :%s %d more"
            .formatted(fields.get(2), fields.get(1), number()));
    put("                _ -> 0");
    put("            end");
  }

  private String arithmetic(String name) {
    return switch (draw(4)) {
      case 0 -> "%s * %d + %d".formatted(name, number(), number());
      case 1 -> "(%s + %d) * (%s + %d)".formatted(name, number(), name, number());
      case 2 -> "%s %% %d + %d - %s".formatted(name, 2 + draw(40), number(), name);
      default ->
          "if %s < %d then %d else %s * %d".formatted(name, draw(9), number(), name, number());
    };
  }

  private int number() {
    return 1 + draw(99);
  }

  private int draw(int bound) {
    return random.nextInt(bound);
  }

  private void put(String line) {
    text.append(line).append('\n');
  }
}
