package yona.http.websocket;

import java.util.Objects;

/** A whole message from one side of a WebSocket to the other. */
public sealed interface Message {

  /**
   * A text.
   *
   * @param text the text, which comes as UTF-8
   */
  record Text(String text) implements Message {

    /** Makes one. */
    public Text {
      Objects.requireNonNull(text, "text");
    }
  }

  /**
   * Bytes. Two are equal if they have the same array.
   *
   * @param bytes the bytes, not to be changed any more
   */
  @SuppressWarnings("ArrayRecordComponent") // what has come is not copied
  record Binary(byte[] bytes) implements Message {

    /** Makes one. */
    public Binary {
      Objects.requireNonNull(bytes, "bytes");
    }
  }
}
