package yona.testrun;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes down each test as it starts and as it ends, so that a JVM that dies leaves behind what it
 * did last. {@link RunSummary} reads the records.
 *
 * <p>JUnit finds it as a service, in each JVM that runs tests. It records where the property {@code
 * yona.test.records} names a folder.
 */
public final class RunRecorder implements TestExecutionListener {
  private static final @Nullable String FOLDER = System.getProperty("yona.test.records");

  private @Nullable TestPlan plan;
  private long testStart;
  private long classStart;

  /** For JUnit. */
  public RunRecorder() {}

  /** Where the records are, or what else is said of this run. */
  static Path folder() {
    return Path.of(FOLDER == null ? "target" : FOLDER);
  }

  @Override
  public void testPlanExecutionStarted(TestPlan tests) {
    plan = tests;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.isTest()) {
      testStart = System.nanoTime();
      write(new TestRecord(testClass(test), name(test), TestRecord.State.STARTED, 0, ""));
    } else if (isClass(test)) {
      classStart = System.nanoTime();
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    boolean passed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
    if (isClass(test)) {
      long millis = millisSince(classStart);
      write(new TestRecord(testClass(test), name(test), TestRecord.State.CLASS, millis, ""));
    }
    if (!test.isTest() && passed) {
      return;
    }
    TestRecord.State state =
        switch (result.getStatus()) {
          case SUCCESSFUL -> TestRecord.State.PASSED;
          case ABORTED -> TestRecord.State.SKIPPED;
          case FAILED -> TestRecord.State.FAILED;
        };
    long millis = test.isTest() ? millisSince(testStart) : 0;
    String reason = result.getThrowable().map(Throwable::toString).orElse("");
    write(new TestRecord(testClass(test), name(test), state, millis, reason));
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    write(new TestRecord(testClass(test), name(test), TestRecord.State.SKIPPED, 0, reason));
  }

  private static long millisSince(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }

  /** Whether it is a class of tests as a whole, none of those in it. */
  private boolean isClass(TestIdentifier test) {
    return test.getSource().filter(ClassSource.class::isInstance).isPresent()
        && parent(test).filter(parent -> parent.getSource().isEmpty()).isPresent();
  }

  /** A name that tells a test from its neighbours: with that of its method, if it has another. */
  private String name(TestIdentifier test) {
    String shown = test.getDisplayName();
    return parent(test)
        .filter(parent -> parent.getSource().filter(MethodSource.class::isInstance).isPresent())
        .map(parent -> parent.getDisplayName() + " " + shown)
        .orElse(shown);
  }

  private Optional<TestIdentifier> parent(TestIdentifier test) {
    return plan == null ? Optional.empty() : plan.getParent(test);
  }

  private String testClass(TestIdentifier test) {
    for (Optional<TestIdentifier> at = Optional.of(test); at.isPresent(); at = parent(at.get())) {
      TestSource source = at.get().getSource().orElse(null);
      if (source instanceof MethodSource method) {
        return outermost(method.getClassName());
      }
      if (source instanceof ClassSource inClass) {
        return outermost(inClass.getClassName());
      }
    }
    return test.getUniqueId();
  }

  private static String outermost(String className) {
    int nested = className.indexOf('$');
    return nested < 0 ? className : className.substring(0, nested);
  }

  private static void write(TestRecord test) {
    if (FOLDER == null) {
      return;
    }
    Path file = folder().resolve(ProcessHandle.current().pid() + TestRecord.EXTENSION);
    try {
      Files.createDirectories(folder());
      Files.writeString(
          file, test.line() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
