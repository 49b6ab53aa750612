package yona.direct.posix

import java.net.{DatagramPacket, InetAddress}
import java.nio.ByteBuffer
import java.util.Objects.requireNonNull
import scala.util.{Failure, Success, Try}
import yona.direct.{Cancellation, Future, JavaFuture}
import yona.io.socket as java

/** A UDP socket, whose operations give futures. Safe for use by any number of threads. */
class SocketUDP:
  private val socket = java.SocketUDP()

  def isOpened: Boolean = socket.isOpened

  /** Opens the socket at a port of the loopback address.
    *
    * @param port
    *   the port; 0 for any that is free
    * @throws java.io.IOException
    *   if it cannot be opened
    */
  def bindAndOpen(port: Int): SocketUDP =
    Cancellation.translated(socket.bindAndOpen(port))
    this

  /** Opens the socket at any port that is free.
    *
    * @throws java.io.IOException
    *   if it cannot be opened
    */
  def open(): SocketUDP =
    Cancellation.translated(socket.open())
    this

  /** Closes the socket; what is under way fails. */
  def close(): Unit = Cancellation.translated(socket.close())

  /** Sends a datagram.
    *
    * @param data
    *   its content, from the buffer's position to its limit
    * @param address
    *   the name or the number of a host; one that is not known is the failure of the future. A name
    *   is looked up first, which blocks
    */
  def send(data: ByteBuffer, address: String, port: Int): Future[Unit] =
    val _ = requireNonNull(data, "data")
    val host = requireNonNull(address, "address")
    Try(InetAddress.getByName(host)) match
      case Success(found) => JavaFuture.derived(socket.send(data, found, port))(_ => ())
      case Failure(error) => Future.now(Failure(error))

  /** Receives a datagram. The future takes the next one that comes; cancel it, as
    * `timeoutCancellableFuture` does, when that is not wanted any more.
    */
  def receive(): Future[DatagramPacket] =
    JavaFuture.derived(socket.receive()): datagram =>
      val bytes = datagram.bytes
      DatagramPacket(bytes, bytes.length, datagram.sender)

  override def toString: String = socket.toString
