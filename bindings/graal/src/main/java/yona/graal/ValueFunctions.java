package yona.graal;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.StopIterationException;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnknownKeyException;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.language.runtime.Suspends;
import yona.language.runtime.Walk;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** The Java half of module {@code polyglot\Value}. */
public final class ValueFunctions {
  private static final int DEEPEST = 1_000;
  private static final int MOST_PARAMETERS = 255;

  private ValueFunctions() {}

  private static ForeignObject object(Object value, String where) {
    if (value instanceof ForeignObject object) {
      return object;
    }
    throw Failure.type(where, "an object of another language", value);
  }

  private static ForeignFunction foreignFunction(Object value, String where) {
    if (value instanceof ForeignFunction function) {
      return function;
    }
    throw Failure.type(where, "a function of another language", value);
  }

  @Suspends
  public static Object from(Object object, String where) {
    return from(object, 0, where);
  }

  private static Object from(Object value, int depth, String where) {
    if (!(value instanceof ForeignObject object)) {
      return value;
    }
    if (depth > DEEPEST) {
      throw Failure.badarg(where, "it is nested more than " + DEEPEST + " deep");
    }
    if (object instanceof ForeignSequence sequence && !isMap(object)) {
      SeqBuilder builder = Seq.builder();
      for (Object element : elements(sequence)) {
        builder.add(from(element, depth + 1, where));
      }
      return builder.build();
    }
    Dict.Builder builder = Dict.builder();
    for (Object key : keys(object)) {
      Object part = find(key, object);
      if (part != null) {
        builder.put(from(key, depth + 1, where), from(part, depth + 1, where));
      }
    }
    return builder.build();
  }

  private static boolean isMap(ForeignObject object) {
    return (boolean) object.use((interop, guest) -> interop.hasHashEntries(guest));
  }

  @Suspends
  public static Object elements(Object object, String where) {
    if (object instanceof ForeignSequence sequence) {
      return elements(sequence);
    }
    throw Failure.type(where, "an array or iterable of another language", object);
  }

  private static Seq elements(ForeignSequence sequence) {
    SeqBuilder builder = Seq.builder();
    Walk walk = sequence.walk();
    for (Object element = walk.pull(); element != null; element = walk.pull()) {
      builder.add(element);
    }
    return builder.build();
  }

  @Suspends
  public static Object get(Object key, Object object, String where) {
    Object found = find(key, object(object, where));
    if (found == null) {
      throw Failure.of(
          Symbol.of("nokey"), where + ": there is nothing under " + Failure.shown(key));
    }
    return found;
  }

  private static @Nullable Object find(Object key, ForeignObject object) {
    YonaContext context = object.context();
    Object found =
        context.settled(
            context.inside(
                () -> {
                  try {
                    return object.value(read(context, object.guest(), key));
                  } catch (UnknownKeyException
                      | UnknownIdentifierException
                      | InvalidArrayIndexException _) {
                    return YonaContext.NONE;
                  } catch (InteropException refusal) {
                    throw ForeignErrors.refused(refusal);
                  }
                }));
    return YonaContext.isNone(found) ? null : found;
  }

  private static Object read(YonaContext context, Object guest, Object key)
      throws InteropException {
    InteropLibrary interop = InteropLibrary.getUncached();
    if (interop.hasHashEntries(guest)) {
      return interop.readHashValue(guest, context.views().guest(key));
    }
    if (key instanceof Long index && interop.hasArrayElements(guest)) {
      return interop.readArrayElement(guest, index);
    }
    return interop.readMember(guest, name(key));
  }

  private static String name(Object key) throws UnknownIdentifierException {
    return switch (key) {
      case Seq text when text.isText() -> text.asString();
      case Symbol symbol -> symbol.name();
      default -> throw UnknownIdentifierException.create(Failure.shown(key));
    };
  }

  @Suspends
  public static Object put(Object key, Object value, Object object, String where) {
    ForeignObject changed = object(object, where);
    YonaContext context = changed.context();
    changed.use(
        (interop, guest) -> {
          Object put = context.views().guest(value);
          try {
            if (interop.hasHashEntries(guest)) {
              interop.writeHashEntry(guest, context.views().guest(key), put);
            } else if (key instanceof Long index && interop.hasArrayElements(guest)) {
              interop.writeArrayElement(guest, index, put);
            } else {
              interop.writeMember(guest, name(key), put);
            }
          } catch (InteropException refusal) {
            throw ForeignErrors.refused(
                refusal, guest, "does not let " + Failure.shown(key) + " be written");
          }
          return GuestUnit.UNIT;
        });
    return object;
  }

  @Suspends
  public static Object keys(Object object, String where) {
    return keys(object(object, where));
  }

  private static Seq keys(ForeignObject object) {
    YonaContext context = object.context();
    return (Seq)
        context.inside(
            () -> {
              InteropLibrary interop = InteropLibrary.getUncached();
              Object guest = object.guest();
              SeqBuilder builder = Seq.builder();
              try {
                if (interop.hasHashEntries(guest)) {
                  Object iterator = interop.getHashKeysIterator(guest);
                  while (interop.hasIteratorNextElement(iterator)) {
                    builder.add(object.value(interop.getIteratorNextElement(iterator)));
                  }
                } else if (interop.hasMembers(guest)) {
                  Object names = interop.getMembers(guest);
                  for (long i = 0; i < interop.getArraySize(names); i++) {
                    builder.add(object.value(interop.readArrayElement(names, i)));
                  }
                }
              } catch (StopIterationException | InvalidArrayIndexException _) {
                // It has become smaller meanwhile.
              } catch (InteropException refusal) {
                throw ForeignErrors.refused(refusal);
              }
              return builder.build();
            });
  }

  @Suspends
  public static Object call(Object f, Object arguments, String where) {
    return foreignFunction(f, where).invoke(ContextFunctions.elements(arguments, where));
  }

  /** {@code new}. */
  @Suspends
  public static Object make(Object type, Object arguments, String where) {
    Object[] all = ContextFunctions.elements(arguments, where);
    ForeignViews.Source made =
        type instanceof ForeignFunction function
            ? function.looksAt()
            : object(type, where).looksAt();
    ForeignViews views = made.context().views();
    return made.use(
        () -> {
          try {
            return views.value(
                InteropLibrary.getUncached().instantiate(made.guest(), views.guests(all)));
          } catch (InteropException refusal) {
            throw ForeignErrors.refused(refusal, made.guest(), "is no class, and makes no objects");
          }
        });
  }

  public static Object function(Object arity, Object f, String where) {
    long count = Arguments.count(arity, where);
    if (count > MOST_PARAMETERS) {
      throw Failure.badarg(
          where, "expected at most " + MOST_PARAMETERS + " parameters, found " + count);
    }
    return foreignFunction(f, where).withArity((int) count);
  }

  @Suspends
  public static Object language(Object value) {
    ForeignViews.Source source;
    if (value instanceof ForeignFunction function) {
      source = function.looksAt();
    } else if (value instanceof ForeignObject object) {
      source = object.looksAt();
    } else {
      return Symbol.of(YonaLanguage.ID);
    }
    YonaContext context = source.context();
    return context.inside(
        () -> {
          try {
            String id = context.views().language(source.guest(), InteropLibrary.getUncached());
            return Symbol.of(id.isEmpty() ? "java" : id);
          } catch (InteropException refusal) {
            throw ForeignErrors.refused(refusal);
          }
        });
  }
}
