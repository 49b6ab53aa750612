package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleFile;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.RootNode;
import com.oracle.truffle.api.source.SourceSection;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import yona.language.CompiledProgram;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.Policy;
import yona.language.diagnostics.Source;
import yona.language.runtime.Function;
import yona.language.syntax.ParseResult;
import yona.language.syntax.Parser;
import yona.language.syntax.TokenKind;

/**
 * A text, and the programs that it was compiled to: one for each policy that contexts of the engine
 * have, and each choice of names that stand for values. Those are the arguments, and what is bound
 * in the context of the names that the text mentions.
 */
final class ProgramRoot extends RootNode {
  private final com.oracle.truffle.api.source.Source text;
  private final List<String> arguments;
  private final Source source;
  private final Set<String> mentioned = new HashSet<>();
  private final Map<Key, CompiledProgram> programs = new ConcurrentHashMap<>();

  private record Key(Policy policy, List<String> inputs, String folders) {}

  /**
   * Parses a text.
   *
   * @throws YonaParseException if it is no program
   */
  ProgramRoot(
      YonaLanguage language,
      com.oracle.truffle.api.source.Source text,
      Collection<String> arguments) {
    super(language);
    this.text = text;
    this.arguments = List.copyOf(arguments);
    String path = text.getPath();
    this.source = Source.of(path == null ? text.getName() : path, text.getCharacters().toString());
    ParseResult parsed = Parser.parse(source);
    if (parsed.hasErrors()) {
      throw YonaParseException.of(text, source, parsed.diagnostics());
    }
    for (int i = 0; i < parsed.tokens().count(); i++) {
      if (parsed.tokens().kind(i) == TokenKind.LOWER_NAME) {
        mentioned.add(source.text(parsed.tokens().range(i)));
      }
    }
  }

  @Override
  public String getName() {
    return source.name();
  }

  /** The frames of the program's own trace say more. */
  @Override
  public boolean isInternal() {
    return true;
  }

  @Override
  public @Nullable SourceSection getSourceSection() {
    return text.createSection(0, text.getLength());
  }

  /**
   * Compiles the text for a context.
   *
   * @throws YonaParseException if it names what is not there, or not granted
   */
  @TruffleBoundary
  void prepare(YonaContext context) {
    var _ = program(context, inputs(context));
  }

  private List<String> inputs(YonaContext context) {
    List<String> inputs = new ArrayList<>(arguments);
    for (String name : context.bindings().names()) {
      if (mentioned.contains(name) && !inputs.contains(name)) {
        inputs.add(name);
      }
    }
    return inputs;
  }

  private CompiledProgram program(YonaContext context, List<String> inputs) {
    String folders = context.env().getOptions().get(YonaLanguage.MODULES);
    CompiledProgram program =
        programs.computeIfAbsent(
            new Key(context.policy(), inputs, folders), key -> compile(context, inputs, folders));
    context.texts().add(source.name(), text);
    program.sources().stream().skip(1).forEach(context.texts()::add);
    return program;
  }

  private CompiledProgram compile(YonaContext context, List<String> inputs, String folders) {
    Compiler.Compilation compilation =
        context.compiler(modules(context, folders)).compile(source, inputs);
    CompiledProgram program = compilation.program();
    if (program == null) {
      throw YonaParseException.of(text, source, compilation.diagnostics());
    }
    return program;
  }

  /** Modules are found beside the program's file, and in folders of the option. */
  private ModuleSources modules(YonaContext context, String folders) {
    List<String> roots = new ArrayList<>();
    String path = text.getPath();
    if (path != null) {
      int end = path.lastIndexOf(File.separatorChar);
      roots.add(end < 0 ? "" : path.substring(0, Math.max(end, 1)));
    }
    for (String folder : folders.split(File.pathSeparator, -1)) {
      if (!folder.isEmpty()) {
        roots.add(folder);
      }
    }
    return roots.isEmpty() ? ModuleSources.none() : new ContextFiles(context, roots);
  }

  /** Files as the context sees them, in a file system of the host's own too. */
  private record ContextFiles(YonaContext context, List<String> roots) implements ModuleSources {
    @Override
    public @Nullable Source find(String path) throws IOException {
      for (String root : roots) {
        TruffleFile file;
        try {
          file = context.env().getPublicTruffleFile(root).resolve(path);
          if (!file.exists()) {
            continue;
          }
        } catch (SecurityException | UnsupportedOperationException refused) {
          throw new IOException("the host of the context does not let it read files", refused);
        }
        long size = file.size();
        return size > Source.MAXIMUM_BYTES
            ? Source.tooLarge(file.getPath(), size)
            : Source.ofBytes(file.getPath(), file.readAllBytes());
      }
      return null;
    }

    @Override
    public List<String> places(String path) {
      return roots.stream().map(root -> root.isEmpty() ? path : root + "/" + path).toList();
    }
  }

  @Override
  public Object execute(VirtualFrame frame) {
    return run(frame.getArguments());
  }

  @TruffleBoundary
  private Object run(Object[] given) {
    YonaContext context = YonaContext.current();
    List<String> inputs = inputs(context);
    CompiledProgram program = program(context, inputs);
    Object[] values = new Object[inputs.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = i < arguments.size() ? given[i] : context.bindings().value(inputs.get(i));
    }
    Function body = (Function) context.enter(this, false, program::evaluate);
    Object value = Applying.body(context, this, body, values);
    return context.views().guest(value);
  }
}
