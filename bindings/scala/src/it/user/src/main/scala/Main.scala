import java.nio.file.Files
import java.nio.file.StandardOpenOption.READ
import yona.direct.*
import yona.direct.posix.PIOHelper

/** Uses the library, and what comes with it: files. */
@main def run(): Unit =
  val path = Files.writeString(Files.createTempFile("yona", ".txt"), "from a file")
  try
    val both = Async.blocking:
      val text = Future(PIOHelper.withFile(path.toString, READ)(_.readString(64).value))
      val channel = BufferedChannel[Int]()
      val sender = Future((1 to 3).foreach(channel.send(_)))
      val sum = List.fill(3)(channel.read().get).sum
      (text.value, sum)
    if both != ("from a file", 6) then throw IllegalStateException(s"not what was expected: $both")
  finally Files.delete(path)
