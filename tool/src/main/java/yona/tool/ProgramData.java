package yona.tool;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import yona.language.CompiledProgram;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;

/** A compiled program as bytes: its texts, for reports, and its classes. */
final class ProgramData {
  private ProgramData() {}

  static byte[] write(CompiledProgram program) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      put(program.className(), out);
      out.writeInt(program.sources().size());
      for (Source source : program.sources()) {
        put(source.name(), out);
        put(source.text(), out);
      }
      Map<String, byte[]> classes = new TreeMap<>(program.classes());
      out.writeInt(classes.size());
      for (Map.Entry<String, byte[]> entry : classes.entrySet()) {
        put(entry.getKey(), out);
        put(entry.getValue(), out);
      }
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
    return bytes.toByteArray();
  }

  private static void put(String text, DataOutputStream out) throws IOException {
    put(text.getBytes(StandardCharsets.UTF_8), out);
  }

  private static void put(byte[] bytes, DataOutputStream out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /**
   * The program that {@link #write} wrote.
   *
   * @param java the Java classes that it sees
   * @throws IOException if the bytes end too early
   */
  static CompiledProgram read(byte[] data, JavaClasses java) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(data))) {
      String className = text(in);
      List<Source> sources = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        sources.add(Source.of(text(in), text(in)));
      }
      Map<String, byte[]> classes = new LinkedHashMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        classes.put(text(in), bytes(in));
      }
      return new CompiledProgram(
          sources, className, classes, ProgramData.class.getClassLoader(), java);
    }
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(bytes(in), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }
}
