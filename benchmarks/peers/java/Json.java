import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;

/** The row json: Jackson databind, to and from collections of java.util. */
final class Json {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Json() {}

  private static String length(String text) {
    return String.valueOf(text.replace(" ", "").length());
  }

  static Twin.Row row(String name, String file) throws IOException {
    var text = Files.readString(Path.of(file));
    if (name.equals("json-parse")) {
      return new Twin.Row(
          () -> MAPPER.readValue(text, Object.class),
          value -> length(MAPPER.writeValueAsString(value)));
    }
    var value = MAPPER.readValue(text, Object.class);
    Function<Object, String> check = written -> length((String) written);
    return new Twin.Row(() -> MAPPER.writeValueAsString(value), check);
  }
}
