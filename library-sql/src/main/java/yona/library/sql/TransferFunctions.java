package yona.library.sql;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.Suspends;
import yona.language.runtime.Walk;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.concurrent.ChannelResource;
import yona.library.stream.Stream;
import yona.sql.CopyOutput;
import yona.sql.Database;
import yona.sql.Notice;
import yona.sql.Notifications;
import yona.sql.SqlClient;

/**
 * The Java half of those functions of module {@code sql\Db} that only PostgreSQL has: notifications
 * and copies. Needs no grant: who has a database was granted it.
 */
public final class TransferFunctions {

  private static final Symbol GAP = Symbol.of("gap");

  private TransferFunctions() {}

  // ---- notifications ---------------------------------------------------------------------------

  @Suspends
  public static Object listen(Object client, Object channels, String where) {
    Database database = ClientValue.database(client, where);
    List<String> names = new ArrayList<>();
    for (Object name : Arguments.seq(channels, where)) {
      names.add(Arguments.text(name, where + ", a channel"));
    }
    Notifications notifications = SqlErrors.checked(where, () -> database.listen(names));
    return ChannelResource.reading(
        notifications.notices(),
        TransferFunctions::notice,
        notifications::received,
        notifications::close);
  }

  private static Object notice(Notice notice) {
    return switch (notice) {
      case Notice.Notification told -> Tuple.of(Seq.text(told.channel()), Seq.text(told.payload()));
      case Notice.Gap _ -> GAP;
    };
  }

  @Suspends
  public static Object notify(Object client, Object channel, Object payload, String where) {
    SqlClient asked = ClientValue.client(client, where);
    String name = Arguments.text(channel, where);
    String told = Arguments.text(payload, where);
    return SqlErrors.checked(
        where,
        () -> {
          asked.notify(name, told);
          return Unit.UNIT;
        });
  }

  // ---- copies ----------------------------------------------------------------------------------

  @Suspends
  public static Object copyIn(Object client, Object sql, Object data, String where) {
    Database database = ClientValue.database(client, where);
    String text = Arguments.text(sql, where);
    if (data instanceof Seq whole && (whole.isText() || whole.isBytes())) {
      return copy(database, text, List.<Object>of(whole).iterator(), where);
    }
    if (data instanceof Seq pieces) {
      return copy(database, text, pieces.iterator(), where);
    }
    if (!(data instanceof Stream stream)) {
      throw Failure.type(where, "a String, Bytes, or a Seq or Stream of such", data);
    }
    Walk walk = stream.walk();
    try {
      return copy(database, text, walk, where);
    } catch (Throwable error) {
      walk.abandon();
      throw error;
    }
  }

  private static Object copy(Database database, String text, Iterator<?> pieces, String where) {
    return SqlErrors.checked(
        where,
        () ->
            database.copyIn(
                text,
                () ->
                    pieces.hasNext() ? Arguments.data(pieces.next(), where + ", a piece") : null));
  }

  public static Object copyOut(Object client, Object sql, String where) {
    Database database = ClientValue.database(client, where);
    String text = Arguments.text(sql, where);
    return Stream.holding(
        true,
        new ReaderSource<CopyOutput>(
            where,
            () -> database.copyOut(text),
            output -> {
              byte[] piece = output.read();
              return piece == null ? null : Seq.bytes(piece);
            },
            CopyOutput::close));
  }
}
