package yona.haskell;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The pages at the ends of stacks, without access, by which the virtual machine notices that a
 * stack overflows. A library can ask for stacks that are executable, and the run-time system of
 * Haskell does where Debian has made it: then the system gives access to the stacks of all threads,
 * these pages included, and a StackOverflowError would become a segmentation fault.
 */
@SuppressWarnings("restricted") // what this library is for: programs allow it
final class GuardPages {
  private static final Path MAPS = Path.of("/proc/self/maps");
  private static final Pattern MAPPING =
      Pattern.compile("^([0-9a-f]+)-([0-9a-f]+) (\\S+)", Pattern.MULTILINE);

  private static final int NO_ACCESS = 0;

  private final List<Pages> guarded = new ArrayList<>();

  private GuardPages() {}

  private record Pages(long from, long to, String access) {
    static Pages of(MatchResult line) {
      return new Pages(
          Long.parseUnsignedLong(line.group(1), 16),
          Long.parseUnsignedLong(line.group(2), 16),
          line.group(3));
    }

    boolean contains(Pages other) {
      return from <= other.from && other.to <= to;
    }
  }

  /** Those that there are. */
  static GuardPages now() throws IOException {
    GuardPages found = new GuardPages();
    Pages below = new Pages(0, 0, "");
    for (Pages each : mappings()) {
      if (below.access.equals("---p") && each.access.equals("rw-p") && below.to == each.from) {
        found.guarded.add(below);
      }
      below = each;
    }
    return found;
  }

  private static List<Pages> mappings() throws IOException {
    return MAPPING.matcher(Files.readString(MAPS)).results().map(Pages::of).toList();
  }

  /** Removes access again from guard pages that have become part of an executable stack. */
  void restore() throws IOException {
    List<Pages> stacks = mappings().stream().filter(pages -> pages.access.equals("rwxp")).toList();
    for (Pages pages : guarded) {
      if (stacks.stream().anyMatch(stack -> stack.contains(pages))) {
        protect(pages);
      }
    }
  }

  private static void protect(Pages pages) throws IOException {
    Linker linker = Linker.nativeLinker();
    MethodHandle mprotect =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("mprotect"),
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
    int status;
    try {
      status = (int) mprotect.invokeExact(pages.from, pages.to - pages.from, NO_ACCESS);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
    if (status != 0) {
      throw new IOException("the system does not protect the end of a stack");
    }
  }
}
