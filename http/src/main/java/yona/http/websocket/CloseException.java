package yona.http.websocket;

import java.io.Serial;

/** The other side has broken a rule, for which the connection ends (RFC 6455, section 7.4.1). */
final class CloseException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  static final int NORMAL = 1000;
  static final int GOING_AWAY = 1001;
  static final int PROTOCOL = 1002;

  /** No code was given. Is not sent. */
  static final int NONE = 1005;

  /** There was no close. Is not sent. */
  static final int ABNORMAL = 1006;

  static final int NOT_UTF_8 = 1007;
  static final int POLICY = 1008;
  static final int TOO_BIG = 1009;
  static final int ERROR = 1011;

  private final int code;

  CloseException(int code, String reason) {
    super(reason);
    this.code = code;
  }

  int code() {
    return code;
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
