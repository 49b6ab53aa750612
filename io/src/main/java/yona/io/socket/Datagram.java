package yona.io.socket;

import java.net.InetSocketAddress;
import java.util.Objects;

/** What somebody has sent to a {@link UdpSocket} at once. */
public final class Datagram {

  private final byte[] bytes;
  private final InetSocketAddress sender;

  /**
   * Makes a datagram.
   *
   * @param bytes what was sent; belongs to the datagram from now on
   * @param sender who sent it
   */
  public Datagram(byte[] bytes, InetSocketAddress sender) {
    this.bytes = Objects.requireNonNull(bytes, "bytes");
    this.sender = Objects.requireNonNull(sender, "sender");
  }

  /**
   * What was sent, all of it.
   *
   * @return the bytes, none if nothing was in it; the receiver's own
   */
  public byte[] bytes() {
    return bytes;
  }

  /**
   * Who sent it, as far as that can be believed: nobody proves its address.
   *
   * @return an address that can be answered to
   */
  public InetSocketAddress sender() {
    return sender;
  }

  /**
   * Size and sender.
   *
   * @return a text
   */
  @Override
  public String toString() {
    return bytes.length + " bytes from " + Addresses.text(sender);
  }
}
