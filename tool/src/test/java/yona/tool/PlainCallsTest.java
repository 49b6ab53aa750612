package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.CharBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the build does to switches and records in our jars changes nothing that they give. */
@Tag("processes")
class PlainCallsTest {
  /** A component of every kind. */
  record Sample(
      boolean truth,
      byte small,
      char letter,
      short brief,
      int number,
      long large,
      float single,
      double real,
      String text) {}

  /** A switch over types. */
  static final class Choice {
    private Choice() {}

    static String of(Object value) {
      return switch (value) {
        case null -> "null";
        case Integer n when n > 5 -> "more than 5";
        case Integer n -> "at most 5: " + n;
        case CharSequence text -> "text of " + text.length();
        default -> "else";
      };
    }
  }

  @TempDir Path folder;
  private ClassLoader changed;

  @BeforeEach
  void changeAJar() throws IOException {
    Path jar = folder.resolve("some.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Class<?> type : List.of(PlainCallsTest.class, Sample.class, Choice.class)) {
        String path = type.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(path));
        try (InputStream in = type.getClassLoader().getResourceAsStream(path)) {
          in.transferTo(out);
        }
      }
    }
    Yona.Result result =
        Yona.process(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "tool/src/main/dist/PlainCalls.java",
                jar.toString())
            .run();
    assertThat(result.output()).isEmpty();
    changed = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
  }

  @Test
  void recordsAreEqualAsBefore() throws ReflectiveOperationException {
    Constructor<?> before = Sample.class.getDeclaredConstructors()[0];
    Constructor<?> after = changedClass(Sample.class).getDeclaredConstructors()[0];
    after.setAccessible(true);
    List<Object> samplesBefore = new ArrayList<>();
    List<Object> samplesAfter = new ArrayList<>();
    for (Object[] components : components()) {
      samplesBefore.add(before.newInstance(components));
      samplesAfter.add(after.newInstance(components));
    }
    for (int i = 0; i < samplesBefore.size(); i++) {
      assertThat(samplesAfter.get(i)).hasSameHashCodeAs(samplesBefore.get(i).hashCode());
      assertThat(samplesAfter.get(i)).hasToString(samplesBefore.get(i).toString());
      assertThat(samplesAfter.get(i).equals(samplesBefore.get(i))).isFalse();
      assertThat(samplesAfter.get(i).equals(null)).isFalse();
      for (int j = 0; j < samplesBefore.size(); j++) {
        assertThat(samplesAfter.get(i).equals(samplesAfter.get(j)))
            .as("%s and %s", samplesBefore.get(i), samplesBefore.get(j))
            .isEqualTo(samplesBefore.get(i).equals(samplesBefore.get(j)));
      }
    }
  }

  /** Two of each: a first sample, and those that differ from it in one component. */
  private static List<Object[]> components() {
    Object[] first = {true, (byte) 1, 'a', (short) 2, 3, 4L, 0.0f, 0.0, "text"};
    Object[][] others = {
      {false},
      {(byte) -1},
      {'b'},
      {(short) -2},
      {Integer.MIN_VALUE},
      {4L + (1L << 32)},
      {-0.0f, Float.NaN, 1.5f},
      {-0.0, Double.NaN, 1.5},
      {"other", null}
    };
    List<Object[]> all = new ArrayList<>(List.of(first, first));
    for (int i = 0; i < others.length; i++) {
      for (Object other : others[i]) {
        Object[] sample = first.clone();
        sample[i] = other;
        all.add(sample);
        all.add(sample);
      }
    }
    return all;
  }

  @Test
  void switchesChooseAsBefore() throws ReflectiveOperationException {
    Method after = changedClass(Choice.class).getDeclaredMethod("of", Object.class);
    after.setAccessible(true);
    for (Object value : new Object[] {null, 7, 3, "abc", CharBuffer.wrap("ab"), 2.5}) {
      assertThat(after.invoke(null, value)).isEqualTo(Choice.of(value));
    }
  }

  /** The class as it came out, of which at least one call has become plain. */
  private Class<?> changedClass(Class<?> type) throws ClassNotFoundException {
    Class<?> found = changed.loadClass(type.getName());
    assertThat(found).isNotSameAs(type);
    assertThat(found.getDeclaredMethods())
        .anySatisfy(method -> assertThat(method.getName()).startsWith("plain$"));
    return found;
  }
}
