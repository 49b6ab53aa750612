package yona.http.events;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Source;
import yona.async.channel.Read;
import yona.async.channel.ReadableChannel;

/** Where events come from. */
interface Feed {

  /** The next event. Suspends until there is one. */
  Read<Event> read();

  /** The next event, if it is there. */
  @Nullable Read<Event> tryRead();

  /** The events of a channel. */
  static Feed of(ReadableChannel<Event> channel) {
    Objects.requireNonNull(channel, "channel");
    return new Feed() {
      @Override
      public Read<Event> read() {
        return channel.read();
      }

      @Override
      public @Nullable Read<Event> tryRead() {
        return channel.tryRead();
      }
    };
  }

  /** The events of a source, which has no end. */
  static Feed of(Source<Event> source) {
    Objects.requireNonNull(source, "source");
    return new Feed() {
      @Override
      public Read<Event> read() {
        return new Read.Value<>(source.await());
      }

      @Override
      public @Nullable Read<Event> tryRead() {
        Event event = source.poll();
        return event == null ? null : new Read.Value<>(event);
      }
    };
  }
}
