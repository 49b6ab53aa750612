package yona.http.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.http.server.Serving;
import yona.http.websocket.WebSocket;

/** Autobahn asks the server. */
@Tag("processes")
class AutobahnServerTest extends Autobahn {

  @Test
  void theServerConforms() throws Exception {
    Suite.AUTOBAHN.assumeHere();
    Serving.with(
        request -> WebSocket.accept(request, OPTIONS, Autobahn::echo),
        serving -> {
          String specification =
              """
              {"outdir": "%s", "cases": [%s], "exclude-cases": [], "exclude-agent-cases": {},
               "servers": [{"agent": "yona", "url": "ws://127.0.0.1:%d",
                            "options": {"version": 18}}]}
              """
                  .formatted(folder.resolve("report"), cases(), serving.server().port());
          Suite.Outcome outcome = Suite.run(folder, Map.of(), command("client", specification));
          check(outcome.said());
          assertThat(serving.failures()).isEmpty();
        });
  }
}
