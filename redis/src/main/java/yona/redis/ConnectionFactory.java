package yona.redis;

import java.io.IOException;
import yona.redis.connection.ServerListener;

/** Makes connections to a server that may be another one each time. */
@FunctionalInterface
interface ConnectionFactory {

  /** A connection that is ready for commands. Suspends. */
  Connector.Greeted connect(ServerListener listener) throws IOException;
}
