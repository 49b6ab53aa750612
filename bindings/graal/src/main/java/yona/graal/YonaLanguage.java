package yona.graal;

import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.Option;
import com.oracle.truffle.api.TruffleLanguage;
import org.graalvm.options.OptionCategory;
import org.graalvm.options.OptionDescriptors;
import org.graalvm.options.OptionKey;
import org.graalvm.options.OptionStability;

/**
 * Yona for the polyglot engine. It is found by its id alone: {@code Context.create().eval("yona",
 * "5 + 3")}.
 *
 * <p>A program is compiled to classes as anywhere else, once for all contexts of an engine that
 * grant the same. Any number of threads may be in a context at a time, as far as the other
 * languages of the context allow it.
 */
@TruffleLanguage.Registration(
    id = YonaLanguage.ID,
    name = "Yona",
    version = YonaLanguage.VERSION,
    defaultMimeType = YonaLanguage.MIME_TYPE,
    characterMimeTypes = YonaLanguage.MIME_TYPE,
    contextPolicy = TruffleLanguage.ContextPolicy.SHARED,
    fileTypeDetectors = YonaFiles.class,
    website = "https://yona-lang.org")
public final class YonaLanguage extends TruffleLanguage<YonaContext> {
  /** The id: the first argument of {@code eval}. */
  public static final String ID = "yona";

  /** The type of texts in Yona. */
  public static final String MIME_TYPE = "application/x-yona";

  static final String VERSION = "0.9.0";

  @Option(
      name = "modules",
      help = "Folders below which imported modules are found, separated as in a class path.",
      category = OptionCategory.USER,
      stability = OptionStability.STABLE)
  static final OptionKey<String> MODULES = new OptionKey<>("");

  private static final LanguageReference<YonaLanguage> REFERENCE =
      LanguageReference.create(YonaLanguage.class);

  /** The language of the context that the calling thread is in. */
  static YonaLanguage current() {
    return REFERENCE.get(null);
  }

  @Override
  protected YonaContext createContext(Env env) {
    return new YonaContext(this, env);
  }

  @Override
  protected CallTarget parse(ParsingRequest request) {
    ProgramRoot root = new ProgramRoot(this, request.getSource(), request.getArgumentNames());
    root.prepare(YonaContext.current());
    return root.getCallTarget();
  }

  @Override
  protected boolean isThreadAccessAllowed(Thread thread, boolean singleThreaded) {
    return true;
  }

  @Override
  protected Object getScope(YonaContext context) {
    return context.bindings();
  }

  @Override
  protected void finalizeContext(YonaContext context) {
    context.end();
  }

  @Override
  protected void disposeContext(YonaContext context) {
    context.dispose();
  }

  @Override
  protected OptionDescriptors getOptionDescriptors() {
    return new YonaLanguageOptionDescriptors();
  }
}
