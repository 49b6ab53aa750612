package yona.library.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Future;
import yona.async.Link;
import yona.async.Scope;
import yona.async.channel.BufferedChannel;
import yona.async.channel.Channel;
import yona.async.channel.ChannelClosedException;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.io.file.FolderWatch;
import yona.io.file.PathText;
import yona.language.runtime.Grant;
import yona.language.runtime.Groups;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.concurrent.ChannelResource;

/** The Java half of {@code File::watch}. */
@Needs(Grant.FILES)
public final class FileWatching {
  /** So many changes wait to be received; further ones wait in the system, which may drop some. */
  private static final int ROOM = 1_024;

  private FileWatching() {}

  @Suspends
  public static Object watch(Object path, String where) {
    Path folder = Arguments.path(path, where);
    FolderWatch watch = FileErrors.checked(folder.toString(), () -> FolderWatch.open(folder));
    try {
      return channel(folder, watch, Scope.holding());
    } catch (Throwable error) {
      closed(folder, watch);
      throw error;
    }
  }

  private static ChannelResource channel(Path folder, FolderWatch watch, Scope scope) {
    Channel<Object> channel = new BufferedChannel<>(ROOM);
    // In case the scope ends before the fiber has begun.
    Link link = scope.link(watch);
    Future<?> sender =
        scope.background(
            Groups.showingItsStart(
                () -> {
                  try {
                    send(watch, channel);
                  } finally {
                    link.unlink();
                    channel.close();
                    closed(folder, watch);
                  }
                  return Unit.UNIT;
                }));
    return ChannelResource.fed(channel, sender::cancel);
  }

  private static void closed(Path folder, FolderWatch watch) {
    Async.shielded(() -> FileErrors.done(folder.toString(), watch::close));
  }

  private static void send(FolderWatch watch, Channel<Object> channel) throws IOException {
    try {
      for (@Nullable List<FolderWatch.Change> changes = watch.next();
          changes != null;
          changes = watch.next()) {
        for (FolderWatch.Change change : changes) {
          channel.send(
              Tuple.of(
                  Symbol.of(change.event().name().toLowerCase(Locale.ROOT)),
                  Seq.text(PathText.of(change.path()))));
        }
      }
    } catch (ChannelClosedException _) {
      // Nobody wants to know any more.
    }
  }
}
