package yona.redis;

import java.io.IOException;
import java.util.List;
import yona.redis.command.Command;
import yona.redis.resp.RespValue;

/** Replies that a cache keeps come from there; what commands may have changed is dropped there. */
final class CachedRoute implements Route {

  private final Route servers;
  private final ClientCache cache;

  /**
   * A cache before servers.
   *
   * @param servers what is filled from
   */
  CachedRoute(Route servers, ClientCache cache) {
    this.servers = servers;
    this.cache = cache;
  }

  @Override
  public RespValue call(Command command, ConnectionCall way) throws IOException {
    if (ClientCache.keeps(command)) {
      return cache.get(command, fetch -> servers.call(command, fetch));
    }
    try {
      return servers.call(command, way);
    } finally {
      // The server's word comes behind the reply: who reads what he has just written is faster.
      cache.drop(command);
    }
  }

  @Override
  public List<RespValue> call(List<Command> commands) throws IOException {
    try {
      return servers.call(commands);
    } finally {
      commands.forEach(cache::drop);
    }
  }

  @Override
  public List<RespValue> transaction(List<Command> commands) throws IOException {
    try {
      return servers.transaction(commands);
    } finally {
      commands.forEach(cache::drop);
    }
  }

  @Override
  public boolean isOpen() {
    return servers.isOpen();
  }

  @Override
  public void close() {
    servers.close();
  }
}
