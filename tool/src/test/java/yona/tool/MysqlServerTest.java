package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.testrun.database.MariaDbServer;

/** Programs that ask a server by MySQL's protocol, which they cannot start for themselves. */
@Tag("processes")
class MysqlServerTest {

  @TempDir private Path folder;

  private void assertPrints(String program, String... lines) throws IOException {
    assumeTrue(MariaDbServer.isThere(), "there is no MariaDB for this computer");
    String uri = MariaDbServer.shared().uri();
    Path file =
        Files.writeString(folder.resolve("program.yona"), program.replace("mysql://...", uri));
    assertThat(Yona.command("run", file.toString()).run().output().lines()).containsExactly(lines);
  }

  @Test
  void valuesComeBack() throws IOException {
    assertPrints(
        """
        with sql\\Db::connect "mysql://..." as db
            sql\\Db::execute db "create table fruits (name varchar(20), kind enum ('sweet', 'sour'), price numeric(10, 2), since datetime, lasts time, image blob)" []
            rows = [["apple", :sweet, "1.50", "2021-03-04T05:06:07", sql\\Sql::typed :interval "PT30H", [0b, 255b]], ["lemon", "sour", 2, (), "01:02:03", ()]]
            println (sql\\Db::batch db "insert into fruits values (?, ?, ?, ?, ?, ?)" rows)
            println (sql\\Db::query_tuples db "select * from fruits order by name" [])
            sql\\Db::query_tuples db "select name from fruits where kind = ? and since > ?" [:sweet, "2021-01-01"]
        end
        """,
        "[1, 1]",
        "[(\"apple\", \"sweet\", \"1.50\", \"2021-03-04T05:06:07\", \"PT30H\", [0b, 255b]),"
            + " (\"lemon\", \"sour\", \"2.00\", (), \"01:02:03\", ())]",
        "[\"apple\"]");
  }

  @Test
  void transactionsAreUndoneAndStreamsAreLeft() throws IOException {
    assertPrints(
        """
        with sql\\Db::connect_with {:pool = 2} "mysql://..." as db
            sql\\Db::execute db "create table numbers (n bigint primary key)" []
            sql\\Db::batch db "insert into numbers values (?)" [[n] | n <- [1 .. 1000]]
            undone = try
                with sql\\Db::transaction_with db {:isolation = :read_committed} as tx
                    println (sql\\Db::query_tuples tx "select @@transaction_isolation" [])
                    sql\\Db::execute tx "delete from numbers where n > ?" [10]
                    sql\\Db::execute tx "insert into numbers values (?)" [10]
                end
            catch
                (:sql, "23505" ++ _, _) -> :undone
            end
            println undone
            sql\\Db::stream db "select n from numbers order by n" [] |> Stream::drop 500 |> Stream::take 2 |> Stream::to_seq
        end
        """,
        "[\"READ-COMMITTED\"]",
        "undone",
        "[{:n = 501}, {:n = 502}]");
  }
}
