package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code yona test} finds what cases leave behind. */
@Tag("processes")
class TestLeftoversTest {
  @TempDir Path folder;

  private String failing(String program) {
    Yona.write(folder.resolve("x_test.yona"), program);
    Yona.Result result = Yona.command("test").in(folder).run();
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).as(result.out()).isEqualTo(1);
    return result.out();
  }

  private void passes(String program) {
    Yona.write(folder.resolve("x_test.yona"), program);
    assertThat(Yona.command("test").in(folder).run().output()).contains(" passed, 0 failed");
  }

  @Test
  void aFiberAndAFileAreShownWithTheLinesWhereTheyWereMade() {
    assertThat(
            failing(
                """
                [Test::test "leaves things" (\\-> do
                    drop (\\-> never)
                    File::open "x_test.yona" {:read}
                    println "printed"
                end)]
                """))
        .isEqualTo(
            """
            FAIL x_test.yona, 1 failed
              FAIL leaves things
                not released: <file x_test.yona>
                  --> x_test.yona:3:5
                   |
                 3 |     File::open "x_test.yona" {:read}
                   |     ^^^^^^^^^^
                still running: a fiber
                  --> x_test.yona:2:5
                   |
                 2 |     drop (\\-> never)
                   |     ^^^^
                printed:
                  printed
            0 passed, 1 failed in 1 file
            """);
  }

  /** Each way to leave something, and the place that is shown for it. */
  @Test
  void everyKindIsFound() {
    String report =
        failing(
            """
            [
                Test::test "daemon" (\\-> with daemon Context::manager 1 (\\_ -> ()) as one
                    never
                end),
                Test::test "daemon of a triple" (\\->
                    with daemon ("t", \\triple body -> body, 1) as one
                        never
                    end),
                Test::test "task" (\\-> Task::spawn (\\-> never) != 1),
                Test::test "schedule" (\\-> Scheduler::run (:every, :day) (\\-> ()) ),
                Test::test "ticker" (\\-> Timer::every (:hours, 1) != 1),
                Test::test "watch" (\\-> File::watch "." != 1),
                Test::test "multiplexer" (\\-> Channel::fan_out Channel::rendezvous != 1),
                Test::test "permit" (\\-> Semaphore::permit (Semaphore::mutex) != 1),
                Test::test "lines" (\\-> File::lines "x_test.yona" != 1),
                Test::test "buffered" (\\-> Stream::buffered 1 (Stream::from_seq [1]) != 1)
            ]
            """);
    assertThat(report.lines().filter(line -> line.contains("still ") || line.contains("not rel")))
        .as(report)
        .containsExactly(
            "    still running: a fiber",
            "    still running: a fiber",
            "    still running: a fiber",
            "    still running: a fiber",
            "    not released: <ticker>",
            "    still running: a fiber",
            "    not released: <multiplexer>",
            "    not released: <permit>",
            "    not released: <stream>",
            "    not released: <stream>");
    assertThat(report)
        .contains("x_test.yona:2:")
        .contains("x_test.yona:6:")
        .contains("x_test.yona:9:")
        .contains("x_test.yona:15:")
        .endsWith("0 passed, 10 failed in 1 file\n");
  }

  @Test
  void whatEndsByItselfOrWithAWithIsNotLeft() {
    passes(
        """
        [
            Test::test "overtaken" (\\-> let
                done = Channel::rendezvous
                _ = drop (\\-> Channel::send done 1)
            in Channel::receive done == (:ok, 1)),
            Test::test "of a with" (\\-> with Context::manager 1 (\\_ -> ()) as one
                drop (\\-> never)
                File::open "x_test.yona" {:read}
                Timer::every (:hours, 1)
                one == 1
            end),
            Test::test "closed" (\\-> let
                file = File::open "x_test.yona" {:read}
                ticks = Timer::every (:hours, 1)
            in do
                File::close file
                Channel::close ticks
            end),
            Test::test "walked" (\\-> Seq::len (Stream::to_seq (File::lines "x_test.yona")) > 1),
            Test::test "memory alone" (\\-> do
                Channel::unbounded
                Timer::after (:hours, 1)
                Semaphore::mutex
                STM::tvar 1
            end)
        ]
        """);
  }

  @Test
  void aFiberMayGoOnForALittle() {
    passes("[Test::test \"goes on\" (\\-> drop (\\-> sleep (:millis, 20)))]");
  }

  /** Less time than fibers have otherwise. */
  @Test
  void whatIsLeftIsToldWithinTheTimeOfTheCase() {
    Yona.write(folder.resolve("x_test.yona"), "[Test::test \"x\" (\\-> drop (\\-> never))]");
    assertThat(Yona.command("test", "--timeout", "1").in(folder).run().out())
        .contains("    still running: a fiber\n");
  }

  @Test
  void severalAreShownInTheOrderInWhichTheyWereMadeTheFirstTenOfThem() {
    String made = "drop (\\-> never)\n";
    String held = "Timer::every (:hours, 1)\n";
    assertThat(failing("[Test::test \"x\" (\\-> do\n" + (held + made).repeat(5) + "end)]"))
        .containsSubsequence("test.yona:2:", "test.yona:4:", "test.yona:6:", "test.yona:8:")
        .containsSubsequence("test.yona:10:", "test.yona:3:", "test.yona:5:", "test.yona:7:")
        .containsSubsequence("test.yona:9:", "test.yona:11:")
        .doesNotContain("more place");
    assertThat(failing("[Test::test \"x\" (\\-> do\n" + made.repeat(11) + "end)]"))
        .contains("test.yona:11:")
        .doesNotContain("test.yona:12:")
        .contains("    and from 1 more place\n");
    assertThat(failing("[Test::test \"x\" (\\-> do\n" + made.repeat(12) + "end)]"))
        .contains("    and from 2 more places\n");
  }

  /** The function is called by the property itself. */
  @Test
  void withoutALineThatOfTheCaseIsShown() {
    assertThat(failing("[\n    Test::property \"x\" [Test::one_of [\\-> never]] drop\n]"))
        .contains("    still running: a fiber (100 times)\n      --> x_test.yona:2:5\n");
  }

  @Test
  void manyFromOnePlaceAreOne() {
    assertThat(
            failing(
                """
                [
                    Test::test "many" (\\-> times 100 (\\-> drop (\\-> never))),
                    Test::property "inputs" [Test::ints 0 9] (\\n -> drop (\\-> never) == ())
                ]
                """))
        .contains("FAIL many\n    still running: a fiber (100 times)\n      --> x_test.yona:2:43\n")
        .contains("FAIL inputs\n    still running: a fiber (100 times)\n");
  }

  @Test
  void aFailureIsToldInsteadOfWhatItLeaves() {
    assertThat(
            failing(
                """
                [Test::test "fails" (\\-> do drop (\\-> never); Test::assert_equal 1 2 end)]
                """))
        .contains("expected 1")
        .doesNotContain("still running");
  }

  @Test
  void theLineMayBeInAModule() {
    Yona.write(
        folder.resolve("Server.yona"),
        """
        module Server exports start as
            start port = drop (\\-> never)
        end
        """);
    assertThat(failing("[Test::test \"starts\" (\\-> Server::start 1)]"))
        .contains("    still running: a fiber\n      --> Server.yona:2:18\n");
  }

  @Test
  void standardInputIsEmpty() {
    Yona.write(
        folder.resolve("x_test.yona"),
        """
        [
            Test::test "a line" (\\-> Test::assert_equal :eof readln),
            Test::test "a character" (\\-> Test::assert_equal :eof read),
            Test::test "all" (\\-> Test::assert_equal "" System::stdin_text)
        ]
        """);
    assertThat(Yona.command("test").in(folder).given("typed\n").run().output())
        .endsWith("3 passed, 0 failed in 1 file\n");
  }
}
