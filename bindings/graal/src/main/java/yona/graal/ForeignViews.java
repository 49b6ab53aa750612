package yona.graal;

import com.oracle.truffle.api.RootCallTarget;
import com.oracle.truffle.api.Truffle;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.nodes.LanguageInfo;
import com.oracle.truffle.api.nodes.RootNode;
import com.oracle.truffle.api.strings.TruffleString;
import java.lang.ref.WeakReference;
import java.math.BigInteger;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Opaque;
import yona.data.Record;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.interop.FromJava;
import yona.language.runtime.Function;
import yona.language.runtime.Module;

/**
 * Values on their way between Yona and other languages. Numbers, texts, truth values and nothing
 * are the same on both sides. Arrays, objects and functions become views, in both directions; a
 * view that comes back is unwrapped. All of this happens in the context.
 */
final class ForeignViews {
  private static final String THEN = "then";
  private static final String JAVASCRIPT = "js";
  private static final double LARGEST_EXACT = 1L << 53;

  private final YonaContext context;

  /** So that the same object is the same value. Guarded by this. */
  private final Map<Object, WeakReference<Object>> known = new WeakHashMap<>();

  private @Nullable PythonTasks tasks;

  ForeignViews(YonaContext context) {
    this.context = context;
  }

  /**
   * What a view looks at.
   *
   * @param javaScript whether that is of JavaScript
   */
  record Source(YonaContext context, Object guest, boolean javaScript) {
    /** Does something with it in the context, and waits for what the result is a promise of. */
    Object use(Supplier<Object> body) {
      return context.foreign(
          () -> {
            if (javaScript) {
              ForeignCall.entersJavaScript();
            }
            return body.get();
          });
    }

    /** A part or result of it, for Yona. */
    Object value(Object part) {
      return javaScript ? context.views().ofJavaScript(part) : context.views().value(part);
    }
  }

  // ---- to guests -------------------------------------------------------------------------------

  /** A value of Yona for other languages. */
  Object guest(Object value) {
    return switch (value) {
      // Some languages calculate faster, and exactly, with small ones.
      case Long number -> number == number.intValue() ? (Object) number.intValue() : number;
      case Double _, Boolean _ -> value;
      case Seq seq -> seq.isKnownText() ? seq.asString() : new GuestSeq(seq);
      case Record record -> new GuestRecord(record);
      case Tuple tuple -> new GuestTuple(tuple);
      case Symbol symbol -> new GuestSymbol(symbol);
      case Dict dict -> new GuestDict(dict);
      case Set set -> new GuestSet(set);
      case Unit _ -> GuestUnit.UNIT;
      case Char character -> Character.toString(character.codePoint());
      case Byte number -> number & 0xff;
      case BigInteger number -> new GuestBig(number);
      case ForeignFunction function when function.isOf(context) -> function.guest();
      case ForeignObject object -> object.guestIn(context);
      case Function function -> new GuestFunction(function);
      case Module module -> new GuestModule(module);
      case Opaque opaque -> new GuestOpaque(opaque);
      default -> context.env().asGuestValue(value);
    };
  }

  /** Values of Yona for other languages. */
  Object[] guests(Object[] values) {
    Object[] guests = new Object[values.length];
    for (int i = 0; i < guests.length; i++) {
      guests[i] = guest(values[i]);
    }
    return guests;
  }

  // ---- to Yona ---------------------------------------------------------------------------------

  /**
   * A value that JavaScript has given, which has one sort of numbers: one without a fraction is an
   * Int, as far as all of those are exact.
   */
  Object ofJavaScript(Object guest) {
    return guest instanceof Double number && isWhole(number) ? number.longValue() : value(guest);
  }

  /** A value that the guest code passes which the calling thread comes from. */
  Object argument(Object guest) {
    return guest instanceof Double number && isWhole(number) && isJavaScriptCalling()
        ? number.longValue()
        : value(guest);
  }

  private static boolean isWhole(double number) {
    return number == Math.rint(number)
        && Math.abs(number) <= LARGEST_EXACT
        && (number != 0 || 1 / number > 0);
  }

  private static boolean isJavaScriptCalling() {
    String caller =
        Truffle.getRuntime()
            .iterateFrames(
                frame -> {
                  RootNode root = ((RootCallTarget) frame.getCallTarget()).getRootNode();
                  LanguageInfo language = root.getLanguageInfo();
                  return language == null ? "" : language.getId();
                });
    return JAVASCRIPT.equals(caller);
  }

  /** A value of another language for Yona; {@link Pending} for one that is still to come. */
  Object value(Object guest) {
    return switch (guest) {
      case Long _, Double _, Boolean _ -> guest;
      case Integer number -> number.longValue();
      case Short number -> number.longValue();
      case Byte number -> number.longValue();
      case Float number -> number.doubleValue();
      case String text -> Seq.text(text);
      case TruffleString text -> Seq.text(text.toJavaStringUncached());
      case Character _ -> FromJava.value(guest);
      case GuestValue ours -> ours.value();
      default -> {
        try {
          yield foreign(guest);
        } catch (InteropException refusal) {
          throw ForeignErrors.refused(refusal);
        }
      }
    };
  }

  private Object foreign(Object guest) throws InteropException {
    InteropLibrary interop = InteropLibrary.getUncached();
    if (interop.isNull(guest)) {
      return Unit.UNIT;
    }
    if (interop.isBoolean(guest)) {
      return interop.asBoolean(guest);
    }
    if (interop.isString(guest)) {
      return Seq.text(interop.asString(guest));
    }
    if (interop.isNumber(guest)) {
      return number(guest, interop);
    }
    if (isOfJdk(guest)) {
      return FromJava.value(context.env().asHostObject(guest));
    }
    synchronized (known) {
      WeakReference<Object> reference = known.get(guest);
      Object view = reference == null ? null : reference.get();
      if (view != null) {
        return view;
      }
    }
    Object view = view(guest, interop);
    synchronized (known) {
      known.put(guest, new WeakReference<>(view));
    }
    return view;
  }

  private static Object number(Object guest, InteropLibrary interop)
      throws UnsupportedMessageException {
    if (interop.fitsInLong(guest)) {
      return interop.asLong(guest);
    }
    return interop.fitsInBigInteger(guest) ? interop.asBigInteger(guest) : interop.asDouble(guest);
  }

  /** Whether it is an object of the JDK, and programs have Java: then it is that object again. */
  private boolean isOfJdk(Object guest) {
    if (context.policy().java().isNone() || !context.env().isHostObject(guest)) {
      return false;
    }
    Object host = context.env().asHostObject(guest);
    return context.policy().java().find(host.getClass().getName()) != null;
  }

  private Object view(Object guest, InteropLibrary interop) throws InteropException {
    String language = language(guest, interop);
    if (language.equals(JAVASCRIPT) && interop.isMemberInvocable(guest, THEN)) {
      return pending(guest, interop);
    }
    if (language.equals("python") && interop.isMemberReadable(guest, "__await__")) {
      return tasks().start(guest);
    }
    Source source = new Source(context, guest, language.equals(JAVASCRIPT));
    if (interop.isExecutable(guest)) {
      return new ForeignFunction(source, arity(guest, interop));
    }
    return interop.hasArrayElements(guest)
            || interop.hasIterator(guest)
            || interop.isIterator(guest)
        ? new ForeignSequence(source)
        : new ForeignObject(source);
  }

  private Pending pending(Object promise, InteropLibrary interop) throws InteropException {
    // Nobody can end a promise but who made it.
    Pending pending = new Pending(true, () -> {});
    Completion completion = new Completion(context, pending);
    interop.invokeMember(promise, THEN, completion.success(), completion.failure());
    return pending;
  }

  private synchronized PythonTasks tasks() {
    if (tasks == null) {
      tasks = new PythonTasks(context);
    }
    return tasks;
  }

  /** The id of the language that a value is of; empty if it is of none. */
  String language(Object guest, InteropLibrary interop) throws UnsupportedMessageException {
    if (!interop.hasLanguage(guest)) {
      return "";
    }
    LanguageInfo info = context.env().getLanguageInfo(interop.getLanguage(guest));
    return info == null ? "" : info.getId();
  }

  /**
   * How many arguments a function wants at least: what its language tells of that, else one.
   *
   * @param guest something executable
   */
  private static int arity(Object guest, InteropLibrary interop) throws InteropException {
    long length = member(guest, interop, "length", -1);
    if (length >= 0) {
      return (int) Math.min(length, 255);
    }
    if (!interop.isMemberReadable(guest, "__code__")) {
      return 1;
    }
    Object code = interop.readMember(guest, "__code__");
    long count = member(code, InteropLibrary.getUncached(), "co_argcount", 1);
    long bound = isPresent(guest, interop, "__self__") ? 1 : 0;
    long usual = 0;
    if (isPresent(guest, interop, "__defaults__")) {
      Object defaults = interop.readMember(guest, "__defaults__");
      usual = InteropLibrary.getUncached().getArraySize(defaults);
    }
    return Math.clamp(count - bound - usual, 0, 255);
  }

  private static boolean isPresent(Object guest, InteropLibrary interop, String name)
      throws InteropException {
    if (!interop.isMemberReadable(guest, name)) {
      return false;
    }
    Object value = interop.readMember(guest, name);
    return !InteropLibrary.getUncached().isNull(value);
  }

  private static long member(Object guest, InteropLibrary interop, String name, long otherwise)
      throws InteropException {
    if (!interop.isMemberReadable(guest, name)) {
      return otherwise;
    }
    Object value = interop.readMember(guest, name);
    InteropLibrary number = InteropLibrary.getUncached();
    return number.fitsInLong(value) ? number.asLong(value) : otherwise;
  }
}
