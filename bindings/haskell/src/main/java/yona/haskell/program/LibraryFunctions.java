package yona.haskell.program;

import java.io.IOException;
import java.util.stream.Stream;
import yona.data.Dict;
import yona.data.Seq;
import yona.haskell.ExportedFunction;
import yona.haskell.HaskellLibrary;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.language.runtime.Needs;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/**
 * The Java half of module {@code haskell\Library}. What a library does nobody can bound, so who
 * loads one needs all grants; who has one was granted it.
 */
@Needs({
  Grant.FILES,
  Grant.PROCESSES,
  Grant.NETWORK,
  Grant.ENVIRONMENT,
  Grant.INPUT,
  Grant.OUTPUT,
  Grant.EXIT
})
public final class LibraryFunctions {
  private LibraryFunctions() {}

  public static Object load(Object path, String where) {
    return loadWith(Seq.EMPTY, path, where);
  }

  public static Object loadWith(Object options, Object path, String where) {
    String[] words =
        Stream.of(Arguments.seq(options, where).toArray())
            .map(option -> Arguments.text(option, where))
            .toArray(String[]::new);
    try {
      LibraryValue library =
          new LibraryValue(HaskellLibrary.load(Arguments.path(path, where), words));
      if (Invocation.isInside()) {
        var _ = Invocation.current().state(Printed.class, Printed::new);
      }
      return library;
    } catch (IOException absent) {
      throw Failure.of(Failure.IOERROR, where + ": " + absent.getMessage());
    } catch (IllegalArgumentException | IllegalStateException refused) {
      throw Failure.badarg(where, String.valueOf(refused.getMessage()));
    }
  }

  /** What Haskell prints is written when the run ends: it can be the end of the process, too. */
  private static final class Printed {
    Printed() {
      var _ = Callbacks.scopeOfRun().link(HaskellLibrary::flush);
    }
  }

  @Needs({})
  public static Object function(Object library, Object name, String where) {
    ExportedFunction exported =
        find(LibraryValue.of(library, where), Arguments.text(name, where), where);
    return Calls.function(
        exported.name(),
        exported.waits(),
        parameters(exported),
        Crossing.of(exported.genericResultType()),
        exported::call);
  }

  private static ExportedFunction find(HaskellLibrary library, String name, String where) {
    try {
      return library.function(name);
    } catch (IllegalArgumentException absent) {
      throw Failure.badarg(where, String.valueOf(absent.getMessage()));
    }
  }

  private static Crossing[] parameters(ExportedFunction exported) {
    return exported.genericParameterTypes().stream().map(Crossing::of).toArray(Crossing[]::new);
  }

  @Needs({})
  public static Object functions(Object library, String where) {
    HaskellLibrary known = LibraryValue.of(library, where);
    try {
      Dict.Builder types = Dict.builder();
      for (String name : known.functions()) {
        types.put(Seq.text(name), Seq.text(type(find(known, name, where))));
      }
      return types.build();
    } catch (IOException unreadable) {
      throw Failure.of(Failure.IOERROR, where + ": " + unreadable.getMessage());
    }
  }

  private static String type(ExportedFunction exported) {
    Crossing result = Crossing.of(exported.genericResultType());
    Crossing[] parts =
        Stream.concat(Stream.of(parameters(exported)), Stream.of(result)).toArray(Crossing[]::new);
    return FunctionCrossing.name(parts, exported.waits());
  }
}
