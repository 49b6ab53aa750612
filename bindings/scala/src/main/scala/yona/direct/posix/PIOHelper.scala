package yona.direct.posix

import java.nio.file.StandardOpenOption

/** Files and sockets that are closed when a function has ended. */
object PIOHelper:

  /** Calls a function with a file that is open meanwhile. Suspends.
    *
    * @throws java.io.IOException
    *   if the file cannot be opened
    */
  def withFile[T](path: String, options: StandardOpenOption*)(f: File => T): T =
    val file = File(path).open(options*)
    try f(file)
    finally file.close()

  /** Calls a function with a UDP socket at any port, which is open meanwhile. */
  def withSocketUDP[T]()(f: SocketUDP => T): T = closing(SocketUDP().open())(f)

  /** Calls a function with a UDP socket at a port of the loopback address, which is open meanwhile.
    */
  def withSocketUDP[T](port: Int)(f: SocketUDP => T): T = closing(SocketUDP().bindAndOpen(port))(f)

  private def closing[T](socket: SocketUDP)(f: SocketUDP => T): T =
    try f(socket)
    finally socket.close()
