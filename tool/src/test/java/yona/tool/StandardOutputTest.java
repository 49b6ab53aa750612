package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Programs that write bytes to their standard output and standard error. */
@Tag("processes")
class StandardOutputTest {
  private static Yona.Result shell(String command, String program) {
    return Yona.process("bash", "-c", command, program).run();
  }

  @Test
  void bytesComeAsTheyAreAndInOrder() {
    String program =
        """
        do
            print "a"
            IO::write [0b, 255b, 254b]
            IO::write "\u00e9"
            println 'b'
            IO::write_err [128b]
            eprint "c"
        end
        """;
    assertThat(shell("./yona -e \"$0\" 2>/dev/null | od -An -v -tx1", program).output())
        .isEqualTo(" 61 00 ff fe c3 a9 62 0a\n");
    assertThat(shell("./yona -e \"$0\" 2>&1 >/dev/null | od -An -v -tx1", program).output())
        .isEqualTo(" 80 63\n");
  }

  @Test
  void aFilterWritesMoreThanFitsIntoMemory() {
    String command =
        "head -c 300000000 /dev/zero | YONA_JAVA_OPTIONS=-Xmx48m ./yona -e \"$0\" | cksum";
    Yona.Result copied = shell(command, "System::stdin_chunks |> Stream::each IO::write");
    assertThat(copied.output())
        .isEqualTo(shell("head -c 300000000 /dev/zero | cksum", "").output());
  }

  @Test
  void aReaderThatHasGoneEndsTheProgram() {
    Yona.Result result =
        shell(
            "{ ./yona -e \"$0\"; echo \"status $?\" >&2; } | head -c 10 > /dev/null",
            "infi (\\-> try IO::write [121b] catch (:ioerror, _, _) -> () end)");
    assertThat(result.err()).isEqualTo("status 141\n");
  }

  @Test
  void aFilterAmongOthersPacksAndUnpacks() {
    String filter = "./yona run examples/tools/gzip.yona";
    String bytes = "seq 100000 | head -c 300000";
    assertThat(shell(bytes + " | " + filter + " pack | gunzip | cksum", "").output())
        .isEqualTo(shell(bytes + " | cksum", "").output());
    assertThat(shell(bytes + " | gzip | " + filter + " unpack | cksum", "").output())
        .isEqualTo(shell(bytes + " | cksum", "").output());
  }
}
