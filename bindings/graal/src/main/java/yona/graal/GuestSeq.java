package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidBufferOffsetException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import java.nio.ByteOrder;
import yona.data.Seq;

/** A Seq: an array; of Bytes, a buffer too. */
@ExportLibrary(InteropLibrary.class)
final class GuestSeq extends GuestArray {
  private final Seq seq;

  GuestSeq(Seq seq) {
    super(seq);
    this.seq = seq;
  }

  @Override
  long length() {
    return seq.length();
  }

  @Override
  Object element(long index) {
    return seq.get(index);
  }

  @ExportMessage
  @TruffleBoundary
  boolean hasBufferElements() {
    return !seq.isEmpty() && seq.isBytes();
  }

  @ExportMessage
  @TruffleBoundary
  long getBufferSize() throws UnsupportedMessageException {
    requireBytes();
    return seq.length();
  }

  private void requireBytes() throws UnsupportedMessageException {
    if (!hasBufferElements()) {
      throw UnsupportedMessageException.create();
    }
  }

  @ExportMessage
  @TruffleBoundary
  byte readBufferByte(long offset)
      throws UnsupportedMessageException, InvalidBufferOffsetException {
    return (byte) number(offset, Byte.BYTES, ByteOrder.BIG_ENDIAN);
  }

  @ExportMessage
  @TruffleBoundary
  short readBufferShort(ByteOrder order, long offset)
      throws UnsupportedMessageException, InvalidBufferOffsetException {
    return (short) number(offset, Short.BYTES, order);
  }

  @ExportMessage
  @TruffleBoundary
  int readBufferInt(ByteOrder order, long offset)
      throws UnsupportedMessageException, InvalidBufferOffsetException {
    return (int) number(offset, Integer.BYTES, order);
  }

  @ExportMessage
  @TruffleBoundary
  long readBufferLong(ByteOrder order, long offset)
      throws UnsupportedMessageException, InvalidBufferOffsetException {
    return number(offset, Long.BYTES, order);
  }

  @ExportMessage
  @TruffleBoundary
  float readBufferFloat(ByteOrder order, long offset)
      throws UnsupportedMessageException, InvalidBufferOffsetException {
    return Float.intBitsToFloat((int) number(offset, Float.BYTES, order));
  }

  @ExportMessage
  @TruffleBoundary
  double readBufferDouble(ByteOrder order, long offset)
      throws UnsupportedMessageException, InvalidBufferOffsetException {
    return Double.longBitsToDouble(number(offset, Double.BYTES, order));
  }

  @ExportMessage
  @TruffleBoundary
  void readBuffer(long offset, byte[] target, int at, int length)
      throws UnsupportedMessageException, InvalidBufferOffsetException {
    requireBytes();
    requireInside(offset, length);
    for (int i = 0; i < length; i++) {
      target[at + i] = (Byte) seq.get(offset + i);
    }
  }

  private long number(long offset, int length, ByteOrder order)
      throws UnsupportedMessageException, InvalidBufferOffsetException {
    requireBytes();
    requireInside(offset, length);
    long number = 0;
    for (int i = 0; i < length; i++) {
      int at = order.equals(ByteOrder.BIG_ENDIAN) ? i : length - 1 - i;
      number = number << Byte.SIZE | ((Byte) seq.get(offset + at) & 0xff);
    }
    return number;
  }

  private void requireInside(long offset, int length) throws InvalidBufferOffsetException {
    if (offset < 0 || length < 0 || offset > seq.length() - length) {
      throw InvalidBufferOffsetException.create(offset, length);
    }
  }
}
