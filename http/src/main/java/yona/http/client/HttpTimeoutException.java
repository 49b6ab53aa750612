package yona.http.client;

import java.io.IOException;
import java.io.Serial;

/** A limit of time of a request is over; the message tells which. */
public final class HttpTimeoutException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  HttpTimeoutException(String message) {
    super(message);
  }
}
