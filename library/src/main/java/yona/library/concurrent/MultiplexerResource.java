package yona.library.concurrent;

import yona.async.Scope;
import yona.async.channel.Channel;
import yona.async.channel.ChannelMultiplexer;
import yona.language.runtime.Groups;
import yona.language.runtime.ManagedResource;

/** A multiplexer as a value: it runs in the background of the scope where it was made. */
public final class MultiplexerResource extends ManagedResource {
  private final ChannelMultiplexer<Object> multiplexer = ChannelMultiplexer.endingWithPublishers();

  private MultiplexerResource() {}

  static MultiplexerResource of(ChannelResource source) {
    MultiplexerResource resource = new MultiplexerResource();
    resource.multiplexer.addPublisher(source.publisher());
    resource.hold();
    Groups.background(
        Scope.holding(),
        () -> {
          try {
            resource.multiplexer.run();
          } finally {
            // Subscribers that outlive the scope are told.
            resource.multiplexer.close();
          }
          return null;
        });
    return resource;
  }

  Channel<Object> subscribe(int capacity) {
    return multiplexer.subscribe(capacity);
  }

  void add(ChannelResource source) {
    multiplexer.addPublisher(source.publisher());
  }

  void remove(ChannelResource source) {
    multiplexer.removePublisher(source.publisher());
  }

  boolean isClosed() {
    return multiplexer.isClosed();
  }

  @Override
  protected void close() {
    multiplexer.close();
  }

  @Override
  public String source() {
    return "<multiplexer>";
  }
}
