package yona.direct.posix

import java.nio.{ByteBuffer, CharBuffer}
import java.nio.charset.{CharacterCodingException, Charset, StandardCharsets}
import java.nio.file.{FileSystemException, StandardOpenOption}
import java.util.Objects.requireNonNull
import scala.util.Failure
import yona.direct.{Cancellation, Future, JavaFuture}
import yona.io.file as java

/** A file, whose operations give futures. Safe for use by any number of threads; operations at the
  * same place go one after another.
  *
  * @param path
  *   its path
  */
class File(val path: String):
  private val file = java.File(requireNonNull(path, "path"))
  private var sequential = false

  def isOpened: Boolean = file.isOpened

  /** Opens the file. Suspends.
    *
    * @param options
    *   how; none of access means reading
    * @throws java.io.IOException
    *   if it cannot be opened
    */
  def open(options: StandardOpenOption*): File = open(false, options*)

  /** Opens the file. Suspends.
    *
    * @param sequential
    *   whether reading and writing go on where the last operation stopped; else each begins at the
    *   start of the file
    * @throws java.io.IOException
    *   if it cannot be opened
    */
  def open(sequential: Boolean, options: StandardOpenOption*): File =
    options.foreach(requireNonNull(_, "options"))
    Cancellation.translated(file.open(options*))
    this.sequential = sequential
    this

  /** Closes the file; what is under way fails. Suspends. */
  def close(): Unit = Cancellation.translated(file.close())

  /** Reads until the buffer is full or the file ends.
    *
    * @return
    *   how many bytes; -1 at the end
    */
  def read(buffer: ByteBuffer): Future[Int] =
    val _ = requireNonNull(buffer, "buffer")
    numbers(if sequential then file.read(buffer) else file.read(buffer, 0))

  /** Reads at a place of its own.
    *
    * @param at
    *   the place, in bytes from the start
    */
  def read(buffer: ByteBuffer, at: Long): Future[Int] =
    numbers(file.read(requireNonNull(buffer, "buffer"), at))

  /** Reads text: whole characters only.
    *
    * @param size
    *   how many bytes at most, enough for a character. Opened with `sequential = true`, it takes
    *   what a character needs beyond that
    * @return
    *   the text; an empty one at the end. Fails with a `java.nio.file.FileSystemException`, which
    *   says from which byte on, if the bytes are no text of the charset
    */
  def readString(size: Int, charset: Charset = StandardCharsets.UTF_8): Future[String] =
    val _ = requireNonNull(charset, "charset")
    if sequential then
      JavaFuture.derived(file.readString(size, charset))(text => if text == null then "" else text)
    else
      val buffer = ByteBuffer.allocate(size)
      JavaFuture.derived(file.read(buffer, 0)): _ =>
        val endsHere = buffer.hasRemaining
        wholeCharacters(buffer.flip(), charset, endsHere)

  private def wholeCharacters(bytes: ByteBuffer, charset: Charset, isEnd: Boolean): String =
    val decoder = charset.newDecoder()
    val text = CharBuffer.allocate(
      (bytes.remaining * decoder.maxCharsPerByte.toDouble).ceil.toInt + 2
    )
    var outcome = decoder.decode(bytes, text, isEnd)
    if isEnd && outcome.isUnderflow then outcome = decoder.flush(text)
    if outcome.isError then
      throw FileSystemException(
        path,
        null,
        s"the bytes from ${bytes.position} on are not valid ${charset.name}"
      )
    text.flip().toString

  /** Writes all that is in a buffer.
    *
    * @return
    *   how many bytes
    */
  def write(buffer: ByteBuffer): Future[Int] =
    val _ = requireNonNull(buffer, "buffer")
    numbers(if sequential then file.write(buffer) else file.write(buffer, 0))

  /** Writes at a place of its own.
    *
    * @param at
    *   the place, in bytes from the start
    */
  def write(buffer: ByteBuffer, at: Long): Future[Int] =
    numbers(file.write(requireNonNull(buffer, "buffer"), at))

  /** Writes a text.
    *
    * @return
    *   how many bytes. Fails with a `java.nio.file.FileSystemException`, and writes nothing, if the
    *   charset lacks a character
    */
  def writeString(s: String, charset: Charset = StandardCharsets.UTF_8): Future[Int] =
    val text = CharBuffer.wrap(requireNonNull(s, "s"))
    try write(requireNonNull(charset, "charset").newEncoder().encode(text))
    catch
      case _: CharacterCodingException =>
        Future.now(
          Failure(FileSystemException(path, null, s"the text has no form in ${charset.name}"))
        )

  private def numbers(result: yona.async.Future[Integer]): Future[Int] =
    JavaFuture(result.asInstanceOf[yona.async.Future[Int]]) // a boxed number, in Java and here

  override def toString: String = file.toString
