package yona.graal;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import java.math.BigDecimal;
import java.math.BigInteger;

/** A Big: an exact number of any size. */
@ExportLibrary(InteropLibrary.class)
final class GuestBig extends GuestValue {
  private final BigInteger number;

  GuestBig(BigInteger number) {
    super(number);
    this.number = number;
  }

  @ExportMessage
  boolean isNumber() {
    return true;
  }

  @ExportMessage
  boolean fitsInBigInteger() {
    return true;
  }

  @ExportMessage
  BigInteger asBigInteger() {
    return number;
  }

  @ExportMessage
  @TruffleBoundary
  boolean fitsInByte() {
    return number.bitLength() < Byte.SIZE;
  }

  @ExportMessage
  @TruffleBoundary
  byte asByte() throws UnsupportedMessageException {
    if (!fitsInByte()) {
      throw UnsupportedMessageException.create();
    }
    return number.byteValue();
  }

  @ExportMessage
  @TruffleBoundary
  boolean fitsInShort() {
    return number.bitLength() < Short.SIZE;
  }

  @ExportMessage
  @TruffleBoundary
  short asShort() throws UnsupportedMessageException {
    if (!fitsInShort()) {
      throw UnsupportedMessageException.create();
    }
    return number.shortValue();
  }

  @ExportMessage
  @TruffleBoundary
  boolean fitsInInt() {
    return number.bitLength() < Integer.SIZE;
  }

  @ExportMessage
  @TruffleBoundary
  int asInt() throws UnsupportedMessageException {
    if (!fitsInInt()) {
      throw UnsupportedMessageException.create();
    }
    return number.intValue();
  }

  @ExportMessage
  @TruffleBoundary
  boolean fitsInLong() {
    return number.bitLength() < Long.SIZE;
  }

  @ExportMessage
  @TruffleBoundary
  long asLong() throws UnsupportedMessageException {
    if (!fitsInLong()) {
      throw UnsupportedMessageException.create();
    }
    return number.longValue();
  }

  @ExportMessage
  @TruffleBoundary
  boolean fitsInFloat() {
    float nearest = number.floatValue();
    return !Float.isInfinite(nearest) && new BigDecimal(nearest).toBigInteger().equals(number);
  }

  @ExportMessage
  @TruffleBoundary
  float asFloat() throws UnsupportedMessageException {
    if (!fitsInFloat()) {
      throw UnsupportedMessageException.create();
    }
    return number.floatValue();
  }

  @ExportMessage
  @TruffleBoundary
  boolean fitsInDouble() {
    double nearest = number.doubleValue();
    return !Double.isInfinite(nearest) && new BigDecimal(nearest).toBigInteger().equals(number);
  }

  @ExportMessage
  @TruffleBoundary
  double asDouble() throws UnsupportedMessageException {
    if (!fitsInDouble()) {
      throw UnsupportedMessageException.create();
    }
    return number.doubleValue();
  }
}
