package yona.io.connection;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What carries the bytes of a {@link Connection}: a socket, the pipes of a process, encryption over
 * another transport. Reads come one at a time, writes and {@link #finish} too; a read and a write
 * may come at the same time, and {@link #close} at any.
 */
public interface Transport {

  /**
   * What messages call the connection.
   *
   * @return a name, like the peer's address
   */
  String name();

  /**
   * Reads what is there. Does not suspend.
   *
   * @param into where to put it; has room
   * @return how many bytes; 0 if nothing is there yet, and {@link #awaitReadable} should come
   *     first; -1 at the end
   * @throws IOException if the connection is broken, or closed
   */
  int read(ByteBuffer into) throws IOException;

  /**
   * Reads what is there, as {@link #read}, also if nobody has waited for it: then that may not know
   * of it. Does not suspend.
   *
   * @param into where to put it; has room
   * @return how many bytes; 0 if nothing is there; -1 at the end
   * @throws IOException if the connection is broken, or closed
   */
  default int readNow(ByteBuffer into) throws IOException {
    return read(into);
  }

  /**
   * Waits until a read may find something. Suspends.
   *
   * @throws IOException if the connection is broken, or closed meanwhile
   */
  void awaitReadable() throws IOException;

  /**
   * Calls an action when a read may find something, once, in place of a wait. Comes after a read
   * that found nothing. Does not suspend.
   *
   * @param action called by any thread; must neither suspend nor raise
   * @return false if the action will not be called: a read may find something already, or only a
   *     wait can tell
   */
  default boolean onReadable(Runnable action) {
    return false;
  }

  /**
   * Calls an action when the other side has ended its part or is gone, once. Does not suspend.
   *
   * @param action called by any thread; must neither suspend nor raise
   * @return false if the action will not be called: it has ended already, or only a read can tell
   */
  default boolean onEnded(Runnable action) {
    return false;
  }

  /**
   * Writes all bytes of a buffer. Suspends while the other side does not read.
   *
   * @param from what to write
   * @throws IOException if the connection is broken, or closed meanwhile
   */
  void write(ByteBuffer from) throws IOException;

  /**
   * Tells the other side that nothing more will be written. Suspends.
   *
   * @throws IOException if the connection is broken
   */
  void finish() throws IOException;

  /**
   * Ends both directions and lets go of everything; reads and writes that wait fail. May suspend.
   * Again it does nothing.
   *
   * @throws IOException if the system refuses; nothing is kept all the same
   */
  void close() throws IOException;

  /**
   * The address of this side.
   *
   * @return the address, or null if there are none
   */
  @Nullable SocketAddress local();

  /**
   * The address of the other side.
   *
   * @return the address, or null if there are none
   */
  @Nullable SocketAddress peer();

  /**
   * The protocol that both sides have agreed on, if they have negotiated one (ALPN, RFC 7301).
   *
   * @return the protocol's name; null before the first read or write of a server, and if nothing
   *     was negotiated
   */
  default @Nullable String applicationProtocol() {
    return null;
  }
}
