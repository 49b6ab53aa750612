package yona.http.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import yona.http.Response;
import yona.http.server.ServerOptions;
import yona.http.server.Serving;
import yona.io.socket.ServerTls;
import yona.property.certificates.Authority;

/** The cases of h2spec, for RFC 7540 and 7541. */
@Tag("processes")
class H2specTest {

  /** A server that speaks HTTP/1.1 too takes it for a request of that, and answers with 400. */
  private static final String OTHER_PREFACE = "http2/3.5 Sends invalid connection preface";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theServerConforms(boolean isSecure) throws Exception {
    Suite.H2SPEC.assumeHere();
    ServerOptions options = ServerOptions.DEFAULT;
    if (isSecure) {
      Authority.Identity identity = new Authority(folder, "CN=Test").certify("localhost");
      options = options.withTls(new ServerTls(identity.certificate(), identity.key()));
    }
    Serving.with(
        options,
        request -> Response.text(200, "content of some length " + request.text()),
        serving -> {
          Path report = folder.resolve("report.xml");
          List<String> arguments =
              new ArrayList<>(
                  List.of(
                      "--strict",
                      "--host=localhost",
                      "--port=" + serving.server().port(),
                      "--timeout=5",
                      "--junit-report=" + report));
          if (isSecure) {
            arguments.addAll(List.of("--tls", "--insecure"));
          }
          Suite.Outcome outcome = Suite.H2SPEC.run(folder, arguments.toArray(new String[0]));
          Map<String, String> failed = new TreeMap<>();
          int cases = failures(report, failed);
          assertThat(cases).as(outcome.said()).isGreaterThanOrEqualTo(145);
          if (!isSecure) {
            failed.remove(OTHER_PREFACE);
          }
          assertThat(failed).as(outcome.said()).isEmpty();
        });
  }

  /** How many cases a report has; those that failed, by name. */
  private static int failures(Path report, Map<String, String> failed) throws Exception {
    NodeList cases =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Files.newInputStream(report))
            .getElementsByTagName("testcase");
    for (int i = 0; i < cases.getLength(); i++) {
      Element each = (Element) cases.item(i);
      NodeList all = each.getElementsByTagName("*");
      if (all.getLength() > 0) {
        failed.put(
            each.getAttribute("package") + " " + each.getAttribute("classname"),
            all.item(0).getNodeName() + " " + all.item(0).getTextContent());
      }
    }
    return cases.getLength();
  }
}
