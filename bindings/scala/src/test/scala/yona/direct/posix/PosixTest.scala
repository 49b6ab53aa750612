package yona.direct.posix

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.{US_ASCII, UTF_16LE}
import java.nio.file.StandardOpenOption.{READ, TRUNCATE_EXISTING, WRITE}
import java.nio.file.{Files, NoSuchFileException}
import yona.direct.Async

class PosixTest extends munit.FunSuite:

  private val path = FunFixture[String](
    _ => Files.createTempFile("posix", ".txt").toString,
    path => { val _ = Files.deleteIfExists(java.nio.file.Path.of(path)) }
  )

  path.test("read and write work at the start of the file"): path =>
    Async.blocking:
      PIOHelper.withFile(path, READ, WRITE): file =>
        assert(file.isOpened)
        assertEquals(file.writeString("hello").value, 5)
        assertEquals(file.writeString("J").value, 1)
        assertEquals(file.readString(100).value, "Jello")
        assertEquals(file.readString(100).value, "Jello")
        val buffer = ByteBuffer.allocate(3)
        assertEquals(file.read(buffer).value, 3)
        assertEquals(file.write(ByteBuffer.wrap("abc".getBytes)).value, 3)
        assertEquals(file.readString(100).value, "abclo")

  path.test("at the end read gives -1, readString an empty text"): path =>
    Async.blocking:
      PIOHelper.withFile(path, READ): file =>
        assertEquals(file.read(ByteBuffer.allocate(3)).value, -1)
        assertEquals(file.readString(10).value, "")

  path.test("a sequential file goes on where it stopped"): path =>
    Async.blocking:
      Files.writeString(java.nio.file.Path.of(path), "one two")
      val file = File(path).open(sequential = true, READ)
      assertEquals(file.readString(4).value, "one ")
      assertEquals(file.readString(4).value, "two")
      assertEquals(file.readString(4).value, "")
      file.close()
      assert(!file.isOpened)

  path.test("read and write at a place of their own"): path =>
    Async.blocking:
      PIOHelper.withFile(path, READ, WRITE): file =>
        assertEquals(file.write(ByteBuffer.wrap("xy".getBytes), 3).value, 2)
        val buffer = ByteBuffer.allocate(5)
        assertEquals(file.read(buffer, 2).value, 3)
        assertEquals(buffer.array.toList, List[Byte](0, 'x', 'y', 0, 0))

  path.test("text has whole characters, of any charset"): path =>
    Async.blocking:
      PIOHelper.withFile(path, READ, WRITE): file =>
        assertEquals(file.writeString("grün").value, 5)
        assertEquals(file.readString(3).value, "gr")
        assertEquals(file.writeString("ab", UTF_16LE).value, 4)
        assertEquals(file.readString(4, UTF_16LE).value, "ab")

  path.test("a text that a charset has no form for is not written"): path =>
    Async.blocking:
      PIOHelper.withFile(path, READ, WRITE): file =>
        assertEquals(file.writeString("ab").value, 2)
        val failure = file.writeString("grün", US_ASCII).result.failed.get
        assertEquals(failure.getMessage, s"$path: the text has no form in US-ASCII")
        assertEquals(file.readString(10).value, "ab")

  path.test("bytes that are no text are told with their place"): path =>
    Async.blocking:
      PIOHelper.withFile(path, READ, WRITE): file =>
        val _ = file.write(ByteBuffer.wrap("ab".getBytes ++ Array[Byte](-1, 'c'))).value
        for size <- List(3, 4, 10) do
          val failure = file.readString(size).result.failed.get
          assertEquals(failure.getMessage, s"$path: the bytes from 2 on are not valid UTF-8")
      val sequential = File(path).open(sequential = true, READ)
      val failure = sequential.readString(10).result.failed.get
      assertEquals(failure.getMessage, s"$path: the bytes from 2 on are not valid UTF-8")
      sequential.close()
      // The first byte of two, and nothing behind it.
      PIOHelper.withFile(path, READ, WRITE, TRUNCATE_EXISTING): file =>
        val _ = file.write(ByteBuffer.wrap("ab".getBytes :+ -61.toByte)).value
        assertEquals(file.readString(3).value, "ab")
        val failure = file.readString(10).result.failed.get
        assertEquals(failure.getMessage, s"$path: the bytes from 2 on are not valid UTF-8")

  path.test("a file that is not there, or not open"): path =>
    Async.blocking:
      val _ = intercept[NoSuchFileException](File(path + ".not").open(READ))
      assert(File(path).read(ByteBuffer.allocate(1)).result.isFailure)

  test("datagrams come with their sender"):
    Async.blocking:
      PIOHelper.withSocketUDP(0): server =>
        assert(server.isOpened)
        val closing = SocketUDP().open()
        closing.close()
        assert(!closing.isOpened)
        assert(closing.receive().result.isFailure)

  test("an echo by datagrams"):
    val port =
      val free = java.net.DatagramSocket(0)
      try free.getLocalPort
      finally free.close()
    Async.blocking:
      PIOHelper.withSocketUDP(port): server =>
        PIOHelper.withSocketUDP(): client =>
          client.send(ByteBuffer.wrap("ping".getBytes), "127.0.0.1", port).value
          val asked = server.receive().value
          assertEquals(String(asked.getData, 0, asked.getLength), "ping")
          server
            .send(ByteBuffer.wrap("pong".getBytes), asked.getAddress.getHostAddress, asked.getPort)
            .value
          assertEquals(String(client.receive().value.getData), "pong")

  test("a host that is not known is the failure of a send"):
    Async.blocking:
      PIOHelper.withSocketUDP(0): socket =>
        val sent = socket.send(ByteBuffer.wrap(Array[Byte](1)), "[no address]", 1)
        assert(sent.result.failed.get.isInstanceOf[java.net.UnknownHostException])
