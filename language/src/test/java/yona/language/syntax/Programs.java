package yona.language.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;

/** Programs of the tests: parsed from texts and from resources. */
final class Programs {
  private Programs() {}

  static ParseResult parse(String text) {
    return Parser.parse(Source.of("test.yona", text));
  }

  /** The tree of a program without errors. */
  static String tree(String text) {
    ParseResult result = parse(text);
    assertThat(messages(result)).as(text).isEmpty();
    return TreePrinter.print(result.program());
  }

  /** The codes of all errors and warnings, in order. */
  static List<String> codes(String text) {
    return parse(text).diagnostics().stream().map(d -> d.code().id()).toList();
  }

  static List<String> messages(ParseResult result) {
    return result.diagnostics().stream()
        .filter(Diagnostic::isError)
        .map(d -> result.source().line(d.range().start()) + ": " + d.message())
        .toList();
  }

  static String resource(String name) {
    try (InputStream in = Programs.class.getResourceAsStream(name)) {
      assertThat(in).as(name).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names of the files in a folder of resources that end like {@code suffix}, in order. */
  static List<String> list(String folder, String suffix) {
    URL url = Programs.class.getResource(folder);
    assertThat(url).as(folder).isNotNull();
    try (Stream<Path> files = Files.list(Path.of(url.toURI()))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(suffix))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
