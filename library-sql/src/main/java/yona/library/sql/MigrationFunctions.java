package yona.library.sql;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.OptionDict;
import yona.sql.Database;
import yona.sql.Migration;
import yona.sql.Migrations;

/** The Java half of those functions of module {@code sql\Db} that read files of migrations. */
@Needs(Grant.FILES)
public final class MigrationFunctions {

  private MigrationFunctions() {}

  @Suspends
  public static Object migrate(Object client, Object folder, String where) {
    return (long) migrations(client, Dict.EMPTY, folder, where).size();
  }

  @Suspends
  public static Object migrateWith(Object client, Object options, Object folder, String where) {
    SeqBuilder files = Seq.builder();
    for (Migration each : migrations(client, options, folder, where)) {
      files.add(Seq.text(each.file()));
    }
    return files.build();
  }

  private static List<Migration> migrations(
      Object client, Object options, Object folder, String where) {
    Database database = ClientValue.database(client, where);
    boolean[] dry = {false};
    OptionDict.take(
        options, Map.of("dry_run", (value, at) -> dry[0] = OptionDict.bool(value, at)), where);
    Path path = Arguments.path(folder, where);
    return SqlErrors.checked(
        where,
        () -> dry[0] ? Migrations.pending(database, path) : Migrations.apply(database, path));
  }
}
