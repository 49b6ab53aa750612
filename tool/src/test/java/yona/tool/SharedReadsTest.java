package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Quick reads of many callers come to share connections to PostgreSQL in the yona command, too,
 * whose module path has only the modules that others require.
 */
@Tag("processes")
class SharedReadsTest {

  /** On a shared connection the types of parameters stand in the text that the server sees. */
  private static final String PROGRAM =
      """
      with sql\\Db::embedded_postgres as db
          let
              read = \\n -> sql\\Db::query_one db "select ? + 1 as more" [n]
              counted = "select count(*) as n from pg_stat_activity where query like ?"
              shared = \\tries -> do
                  [read n | n <- [1 .. 65]]
                  case sql\\Db::query_one db counted ["select $1::int8%"] of
                      (:ok, {:n = 0}) -> if tries == 0 then "never" else shared (tries - 1)
                      _               -> "shared"
                  end
              end
          in println (shared 1000)
      end
      """;

  @Test
  void readsComeToShareAConnection(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("reads.yona"), PROGRAM);
    assertThat(Yona.command("run", file.toString()).run().output()).isEqualTo("shared\n");
  }
}
