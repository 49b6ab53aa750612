package yona.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.redis.connection.UnansweredException;
import yona.redis.observation.Telemetry;
import yona.redis.resp.BulkString;
import yona.redis.resp.PushValue;
import yona.redis.resp.RespCommand;

/** A server of a cluster, and the connections with it, which are made when they are needed. */
final class ClusterNode {

  /** What a replica answers reads to. */
  private static final RespCommand READONLY = RespCommand.of("READONLY");

  /** Is told what happens to nodes. Called where nothing may wait. */
  interface Observer {

    /** The connection with a node is lost. */
    void lost(ClusterNode node);

    /** A node has no more messages of some channels: they belong to another one. */
    void movedAway(ClusterNode node, List<BulkString> channels);
  }

  private final RedisUri.Host host;
  private final Connector connector;
  private final SharedConnection shared;
  private final DedicatedPool dedicated;
  private final Subscriptions subscriptions;

  /**
   * A node, with no connections yet.
   *
   * @param uri of any node: who asks, and how
   * @param scope what the connections' fibers run in
   * @param telemetry is told of all
   * @param cache keeps replies, if there is one
   */
  ClusterNode(
      RedisUri.Host host,
      RedisUri uri,
      RedisOptions options,
      Scope scope,
      Telemetry telemetry,
      @Nullable ClientCache cache,
      Observer observer) {
    this.host = host;
    this.connector = new Connector(uri.at(host), options, scope, telemetry);
    List<RespCommand> first = new ArrayList<>(ClientCache.first(options));
    if (options.readFrom() != ReadFrom.MASTER) {
      first.add(READONLY);
    }
    Connector reading = new Connector(uri.at(host), options, scope, telemetry, first);
    Consumer<List<BulkString>> movedAway = channels -> observer.movedAway(this, channels);
    this.subscriptions = new Subscriptions(connector, options, scope, telemetry, movedAway);
    this.shared =
        new SharedConnection(
            reading,
            options,
            scope,
            telemetry,
            observed(observer, ClientCache.observing(cache, subscriptions.ofCommands())));
    this.dedicated = new DedicatedPool(connector, shared, options, telemetry);
  }

  private SharedConnection.Observer observed(Observer observer, SharedConnection.Observer inner) {
    return new SharedConnection.Observer() {
      @Override
      public void pushed(PushValue push) {
        inner.pushed(push);
      }

      @Override
      public void lost(UnansweredException reason) {
        inner.lost(reason);
        observer.lost(ClusterNode.this);
      }

      @Override
      public void connectedAgain(Connector.Greeted made) {
        inner.connectedAgain(made);
      }
    };
  }

  RedisUri.Host host() {
    return host;
  }

  Connector connector() {
    return connector;
  }

  SharedConnection shared() {
    return shared;
  }

  DedicatedPool dedicated() {
    return dedicated;
  }

  Subscriptions subscriptions() {
    return subscriptions;
  }

  void close() {
    subscriptions.close();
    shared.close();
    dedicated.close();
  }

  @Override
  public String toString() {
    return host.toString();
  }
}
