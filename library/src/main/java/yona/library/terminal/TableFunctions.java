package yona.library.terminal;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.TotalOrder;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.language.runtime.Needs;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.library.terminal.TableBorder.Alignment;

/** The Java half of module terminal\\Table. */
public final class TableFunctions {
  private static final Symbol WRAP = Symbol.of("wrap");
  private static final Symbol CUT = Symbol.of("cut");

  private final String where;
  private TableBorder border = TableBorder.PLAIN;
  private boolean wraps = true;
  private @Nullable Object header;
  private @Nullable Seq columns;
  private List<Alignment> alignments = List.of();
  private int most;

  private TableFunctions(String where) {
    this.where = where;
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object render(Object rows, String where) {
    return new TableFunctions(where).render(rows);
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object renderWith(Object options, Object rows, String where) {
    TableFunctions table = new TableFunctions(where);
    table.take(options);
    return table.render(rows);
  }

  private void take(Object options) {
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("header", (value, at) -> header = header(value, at));
    takers.put("columns", (value, at) -> columns = Arguments.seq(value, at));
    takers.put("align", this::takeAlignments);
    takers.put(
        "border",
        (value, at) -> border = named(value, TableBorder.values(), TableBorder::symbol, at));
    takers.put("width", (value, at) -> most = width(value, at));
    takers.put("overflow", (value, at) -> wraps = OptionDict.oneOf(value, WRAP, CUT, at));
    OptionDict.take(options, takers, where);
  }

  private static Object header(Object value, String where) {
    if (value instanceof Boolean || (value instanceof Seq seq && !isFilledText(seq))) {
      return value;
    }
    throw Failure.type(where, "a Boolean or a Seq of titles", value);
  }

  private void takeAlignments(Object value, String where) {
    List<Alignment> wanted = new ArrayList<>();
    for (Object each : Arguments.seq(value, where)) {
      wanted.add(named(each, Alignment.values(), Alignment::symbol, where));
    }
    alignments = wanted;
  }

  private static int width(Object value, String where) {
    long width = Arguments.positive(value, where);
    return (int) Math.min(width, Integer.MAX_VALUE);
  }

  private static <T> T named(Object value, T[] all, Function<T, String> symbol, String where) {
    Symbol name = Arguments.symbol(value, where);
    for (T each : all) {
      if (symbol.apply(each).equals(name.name())) {
        return each;
      }
    }
    throw Failure.badarg(
        where,
        Text.source(name)
            + " is none of "
            + Arrays.stream(all)
                .map(each -> ":" + symbol.apply(each))
                .collect(Collectors.joining(", ")));
  }

  private Seq render(Object rows) {
    List<List<Object>> cells = new ArrayList<>();
    Seq given = Arguments.seq(rows, where);
    @Nullable List<Object> titles = null;
    if (!given.isEmpty() && given.head() instanceof Dict) {
      List<Object> keys = keys(given);
      given.forEach(row -> cells.add(cells(Arguments.dict(row, where), keys)));
      titles = keys;
    } else {
      given.forEach(row -> cells.add(cells(row)));
    }
    if (header instanceof Seq named) {
      titles = list(named);
    } else if (Boolean.FALSE.equals(header)) {
      titles = null;
    } else if (titles == null && Boolean.TRUE.equals(header) && !cells.isEmpty()) {
      titles = cells.removeFirst();
    }
    boolean nothing =
        (titles == null || titles.isEmpty()) && cells.stream().allMatch(List::isEmpty);
    return nothing ? Seq.EMPTY_TEXT : Seq.text(table(titles, cells).text());
  }

  private List<Object> keys(Seq rows) {
    if (columns != null) {
      return list(columns);
    }
    boolean ordered = rows.head() instanceof Dict first && first.isOrdered();
    Set<Object> keys = ordered ? new LinkedHashSet<>() : new TreeSet<>(TotalOrder::compare);
    for (Object row : rows) {
      for (Tuple entry : Arguments.dict(row, where)) {
        keys.add(entry.get(0));
      }
    }
    return List.copyOf(keys);
  }

  private static List<Object> list(Seq seq) {
    List<Object> list = new ArrayList<>();
    seq.forEach(list::add);
    return list;
  }

  private static List<Object> cells(Dict row, List<Object> keys) {
    List<Object> cells = new ArrayList<>();
    for (Object key : keys) {
      @Nullable Object value = row.get(key);
      cells.add(value == null ? Unit.UNIT : value);
    }
    return cells;
  }

  private List<Object> cells(Object row) {
    if (row instanceof Seq seq && !isFilledText(seq)) {
      return list(seq);
    }
    if (row instanceof Tuple tuple) {
      List<Object> cells = new ArrayList<>();
      for (int i = 0; i < tuple.length(); i++) {
        cells.add(tuple.get(i));
      }
      return cells;
    }
    throw Failure.type(where, "rows that are Seqs or tuples of cells, or all Dicts", row);
  }

  private static boolean isFilledText(Seq seq) {
    return seq.isText() && !seq.isEmpty();
  }

  private TableText table(@Nullable List<Object> titles, List<List<Object>> cells) {
    int count = titles == null ? 0 : titles.size();
    for (List<Object> row : cells) {
      count = Math.max(count, row.size());
    }
    List<Alignment> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(i < alignments.size() ? alignments.get(i) : alignment(cells, i));
    }
    int columnCount = count;
    List<List<String>> texts = cells.stream().map(row -> texts(row, columnCount)).toList();
    return new TableText(
        border,
        wraps,
        titles == null ? null : texts(titles, count),
        texts,
        all,
        most > 0 ? most : mostHere());
  }

  /** As wide as the terminal; where there is none, nothing has to be narrow. */
  private static int mostHere() {
    return Invocation.current().isTerminal(Invocation.Stream.OUTPUT)
        ? Screen.columns()
        : Integer.MAX_VALUE;
  }

  private static List<String> texts(List<Object> row, int count) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object cell = i < row.size() ? row.get(i) : Unit.UNIT;
      texts.add(cell.equals(Unit.UNIT) ? "" : Text.plain(cell));
    }
    return texts;
  }

  /** Numbers stand at the right, by their points if some have one; everything else at the left. */
  private static Alignment alignment(List<List<Object>> rows, int column) {
    Alignment found = Alignment.LEFT;
    for (List<Object> row : rows) {
      Object cell = column < row.size() ? row.get(column) : Unit.UNIT;
      switch (cell) {
        case Double _ -> found = Alignment.DECIMAL;
        case Long _, Byte _, BigInteger _ ->
            found = found == Alignment.LEFT ? Alignment.RIGHT : found;
        case Unit _ -> {}
        default -> {
          return Alignment.LEFT;
        }
      }
    }
    return found;
  }
}
