package yona.http.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.CancellationException;
import yona.async.Promise;
import yona.http.Request;
import yona.http.Response;
import yona.http.server.Serving;
import yona.io.connection.Connection;

@SuppressWarnings("StringConcatToTextBlock") // each line as it goes over the wire
class UploadTest {

  private static final String FORM =
      """
      --b
      Content-Disposition: form-data; name=who

      Ada
      --b
      Content-Disposition: form-data; name="first"; filename="../a.txt"
      Content-Type: text/x

      content of a
      --b
      Content-Disposition: form-data; name="none"; filename=""
      Content-Type: application/octet-stream


      --b
      Content-Disposition: form-data; name="second"; filename=b

      content of b
      --b--
      """
          .replace("\n", "\r\n");

  @TempDir Path folder;

  private List<String> left() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(each -> String.valueOf(each.getFileName())).toList();
    }
  }

  private static String post(String form, int length) {
    return "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
        + "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: "
        + length
        + "\r\n\r\n"
        + form;
  }

  private Response receive(Request request) throws Exception {
    StringBuilder text = new StringBuilder();
    try (Upload upload = Upload.receive(request, FormLimits.DEFAULT.withFile(100), folder)) {
      text.append(upload.fields().get("who")).append('\n');
      for (Upload.StoredFile file : upload.files()) {
        assertThat(file.path()).hasParentRaw(folder).hasSize(file.size());
        assertThat(Files.getPosixFilePermissions(file.path())).hasSize(2);
        text.append(file.field() + " " + file.name() + " " + file.type() + " ");
        text.append(Files.readString(file.path())).append('\n');
      }
      Upload.StoredFile second = upload.file("second");
      assertThat(second).isNotNull();
      second.moveTo(folder.resolve("kept"));
      assertThat(upload.file("none")).isNull();
    }
    return Response.text(200, text.toString());
  }

  @Test
  void filesAreThereUntilTheUploadIsClosed() throws Exception {
    Serving.with(
        this::receive,
        serving ->
            assertThat(serving.saidTo(post(FORM, FORM.length())))
                .endsWith(
                    "\r\n\r\nAda\nfirst a.txt text/x content of a\n"
                        + "second b text/plain content of b\n"));
    assertThat(left()).containsExactly("kept");
  }

  @Test
  void nothingIsLeftOfAFormThatIsRefused() throws Exception {
    String large = FORM.replace("content of b", "b".repeat(101));
    Serving.with(
        this::receive,
        serving -> {
          assertThat(serving.saidTo(post(large, large.length()))).startsWith("HTTP/1.1 413 ");
          assertThat(serving.failures()).isEmpty();
        });
    assertThat(left()).isEmpty();
  }

  @Test
  void nothingIsLeftWhenTheClientGoesAway() throws Exception {
    List<Throwable> ended = new CopyOnWriteArrayList<>();
    Promise<Boolean> over = new Promise<>();
    Serving.with(
        request -> {
          try {
            return receive(request);
          } catch (IOException | CancellationException gone) {
            ended.add(gone);
            throw gone;
          } finally {
            over.complete(true);
          }
        },
        serving -> {
          try (Connection client = serving.connect()) {
            String most = FORM.substring(0, FORM.length() - 10);
            client.write(post(most, FORM.length()).getBytes(StandardCharsets.UTF_8));
          }
          assertThat(over.value()).isTrue();
        });
    assertThat(ended).hasSize(1);
    assertThat(left()).isEmpty();
  }

  @Test
  void nothingIsLeftOfAFileThatCannotBeWritten() throws Exception {
    Path missing = folder.resolve("missing");
    Serving.with(
        request -> {
          assertThatThrownBy(() -> Upload.receive(request, FormLimits.DEFAULT, missing))
              .isInstanceOf(IOException.class);
          return Response.of(204);
        },
        serving ->
            assertThat(serving.saidTo(post(FORM, FORM.length()))).startsWith("HTTP/1.1 204 "));
  }
}
