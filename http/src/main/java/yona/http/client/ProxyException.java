package yona.http.client;

import java.io.IOException;
import java.io.Serial;

/** A proxy does not do what it is asked for; the message names it, and has no password. */
public final class ProxyException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  ProxyException(String message) {
    super(message);
  }
}
