package yona.tool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.jline.keymap.KeyMap;
import org.jline.reader.Binding;
import org.jline.reader.Candidate;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.Highlighter;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.Reference;
import org.jline.reader.UserInterruptException;
import org.jline.reader.Widget;
import org.jline.reader.impl.history.DefaultHistory;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;
import yona.async.Promise;
import yona.language.diagnostics.Source;

/**
 * The terminal under a prompt: line editing, history, completion and colours, by JLine. Lines are
 * read on a thread of its own, so that the fibers go on meanwhile.
 */
final class PromptTerminal implements AutoCloseable {
  private static final String PROMPT = "yona> ";
  private static final String CONTINUATION = "  ... ";

  private static final int MAXIMUM_HISTORY = 10_000;

  /** A longer input is not kept in the history. */
  private static final int LONGEST_KEPT = 10_000;

  /** How many candidates are listed without a question. */
  private static final int MAXIMUM_LIST = 100;

  /** A larger file is no history of ours. */
  private static final long MAXIMUM_HISTORY_BYTES = 16L << 20;

  private final Terminal terminal;
  private final LineReader reader;
  private final @Nullable Path history;
  private final AboveLine above;

  /**
   * Takes the terminal.
   *
   * @param completion what Tab offers
   * @param colour whether the input has colours
   * @param interrupt called when Ctrl-C is pressed while nothing is read
   */
  PromptTerminal(PromptCompletion completion, boolean colour, Runnable interrupt)
      throws IOException {
    terminal =
        TerminalBuilder.builder()
            .name("yona")
            .system(true)
            .encoding(StandardCharsets.UTF_8)
            .ffm(true)
            // These would unpack a library into the folder for temporary files, and leave it there.
            .jni(false)
            .exec(false)
            .dumb(true)
            .graphemeCluster(false)
            .build();
    terminal.handle(Terminal.Signal.INT, _ -> interrupt.run());
    history = historyFile();
    LineReaderBuilder builder =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("yona")
            .parser(new Lines())
            .variable(LineReader.SECONDARY_PROMPT_PATTERN, CONTINUATION)
            .variable(LineReader.HISTORY_SIZE, MAXIMUM_HISTORY)
            .variable(LineReader.HISTORY_FILE_SIZE, MAXIMUM_HISTORY)
            .variable(LineReader.LIST_MAX, MAXIMUM_LIST)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.AUTO_FRESH_LINE, true)
            .option(LineReader.Option.HISTORY_TIMESTAMPED, false)
            .option(LineReader.Option.AUTO_PARAM_SLASH, false)
            .option(LineReader.Option.AUTO_REMOVE_SLASH, false)
            .completer(
                (_, line, candidates) -> {
                  for (PromptCompletion.Candidate found :
                      completion.candidates(line.line(), line.cursor())) {
                    candidates.add(candidate(found));
                  }
                });
    if (history != null) {
      builder.variable(LineReader.HISTORY_FILE, history);
    }
    if (colour) {
      Highlighter coloured = (_, text) -> AttributedString.fromAnsi(Highlighting.of(text));
      builder.highlighter(coloured);
    }
    reader = builder.history(new ShortHistory()).build();
    above = new AboveLine(text -> reader.printAbove(AttributedString.fromAnsi(text)));
    bindCursorKeys();
    bindTab(completion);
  }

  /** Behind a function and white space Tab shows its parameters; elsewhere it completes. */
  private void bindTab(PromptCompletion completion) {
    KeyMap<Binding> keys = reader.getKeyMaps().get(LineReader.MAIN);
    if (keys != null) {
      Widget tab =
          () -> {
            String call =
                completion.call(reader.getBuffer().toString(), reader.getBuffer().cursor());
            if (call == null) {
              reader.callWidget(LineReader.EXPAND_OR_COMPLETE);
            } else {
              boolean _ = above.add(call + "\n");
            }
            return true;
          };
      keys.bind(tab, "\t");
    }
  }

  /** Keeps what people type, and no files that were pasted. */
  private static final class ShortHistory extends DefaultHistory {
    @Override
    public void add(Instant time, String line) {
      if (line.length() <= LONGEST_KEPT) {
        super.add(time, line);
      }
    }
  }

  /** Cursor keys as terminals send them in either mode; JLine knows those of the mode it sets. */
  private void bindCursorKeys() {
    KeyMap<Binding> keys = reader.getKeyMaps().get(LineReader.MAIN);
    if (keys != null) {
      keys.bind(new Reference(LineReader.UP_LINE_OR_HISTORY), "\033[A", "\033OA");
      keys.bind(new Reference(LineReader.DOWN_LINE_OR_HISTORY), "\033[B", "\033OB");
      keys.bind(new Reference(LineReader.FORWARD_CHAR), "\033[C", "\033OC");
      keys.bind(new Reference(LineReader.BACKWARD_CHAR), "\033[D", "\033OD");
    }
  }

  private static Candidate candidate(PromptCompletion.Candidate found) {
    String summary = found.summary().isEmpty() ? null : found.summary();
    return new Candidate(found.word(), found.word(), null, summary, null, null, false);
  }

  /** What a line is to JLine: one word, that at the cursor; and whether it goes on. */
  private static final class Lines implements Parser {
    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
      if (context == ParseContext.ACCEPT_LINE && goesOn(line)) {
        throw new EOFError(-1, cursor, "not complete");
      }
      int start = PromptCompletion.wordStart(line, cursor);
      return new Word(line, cursor, start);
    }

    @Override
    public boolean isEscapeChar(char c) {
      return false;
    }

    /** An empty line gives an input up. */
    private static boolean goesOn(String text) {
      int last = text.lastIndexOf('\n');
      boolean empty = last >= 0 && text.substring(last).isBlank();
      return !empty && PromptSession.isIncomplete(Source.of("", text));
    }
  }

  /** The word before the cursor. */
  private record Word(String line, int cursor, int start)
      implements org.jline.reader.CompletingParsedLine {
    @Override
    public String word() {
      return line.substring(start, cursor);
    }

    @Override
    public int wordCursor() {
      return cursor - start;
    }

    @Override
    public int wordIndex() {
      return 0;
    }

    @Override
    public List<String> words() {
      return List.of(word());
    }

    @Override
    public CharSequence escape(CharSequence candidate, boolean complete) {
      return candidate;
    }

    @Override
    public int rawWordCursor() {
      return wordCursor();
    }

    @Override
    public int rawWordLength() {
      return cursor - start;
    }
  }

  /** A line that was read: a text, nothing (after Ctrl-C), or the end. */
  record Line(@Nullable String text, boolean isEnd) {}

  /** Reads an input, which may have several lines. Suspends. */
  Line read() {
    Promise<Line> line = new Promise<>();
    Thread.ofPlatform()
        .daemon()
        .name("yona-terminal")
        .start(
            () -> {
              try {
                line.complete(readHere());
              } catch (RuntimeException | Error fault) {
                line.fail(fault);
              }
            });
    return line.value();
  }

  /**
   * Says that a line is going to be read: from here on what others print comes above it. What was
   * printed before must be on the screen when {@link #read} is called.
   */
  void expect() {
    above.begin();
  }

  private Line readHere() {
    try {
      return new Line(reader.readLine(PROMPT), false);
    } catch (UserInterruptException interrupted) {
      return new Line(null, false);
    } catch (EndOfFileException ended) {
      return new Line(null, true);
    } finally {
      above.end();
    }
  }

  /** Writes above the line that is being edited; false if none is. Returns at once. */
  boolean printAbove(String text) {
    return above.add(text);
  }

  /**
   * Where inputs are remembered: {@code YONA_HISTORY}, else in the user's state folder (XDG Base
   * Directory Specification); null for nowhere. It is its owner's alone: inputs may hold secrets.
   */
  private static @Nullable Path historyFile() {
    String chosen = System.getenv("YONA_HISTORY");
    if ("no".equals(chosen)) {
      return null;
    }
    try {
      Path file =
          chosen == null || chosen.isEmpty() ? stateFolder().resolve("history") : Path.of(chosen);
      Path absolute = file.toAbsolutePath();
      Path folder = absolute.getParent();
      if (folder == null) {
        return null;
      }
      boolean posix = absolute.getFileSystem().supportedFileAttributeViews().contains("posix");
      if (!Files.exists(folder)) {
        Files.createDirectories(folder.getParent() == null ? folder : folder.getParent());
        if (posix) {
          Files.createDirectory(
              folder,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
          Files.createDirectory(folder);
        }
      }
      if (!Files.exists(absolute)) {
        Files.createFile(absolute);
      }
      if (posix) {
        Files.setPosixFilePermissions(absolute, PosixFilePermissions.fromString("rw-------"));
      }
      return Files.isRegularFile(absolute)
              && Files.isWritable(absolute)
              && Files.size(absolute) <= MAXIMUM_HISTORY_BYTES
          ? absolute
          : null;
    } catch (IOException | InvalidPathException nowhere) {
      return null;
    }
  }

  private static Path stateFolder() {
    String state = System.getenv("XDG_STATE_HOME");
    return state != null && state.startsWith("/")
        ? Path.of(state, "yona")
        : Path.of(System.getProperty("user.home", ""), ".local", "state", "yona");
  }

  /** Gives the terminal back as it was. */
  @Override
  public void close() {
    above.close();
    try {
      terminal.close();
    } catch (IOException gone) {
      // There is no terminal any more.
    }
  }
}
