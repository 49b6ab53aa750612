package yona.library.http;

import yona.data.Kind;
import yona.data.Opaque;
import yona.http.session.Session;

/** A browser's session, as the handler of a request gets it. */
final class SessionValue extends Opaque {
  private final Session session;

  SessionValue(Session session) {
    this.session = session;
  }

  Session session() {
    return session;
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE;
  }

  /** Values are secrets, and stay out of logs. */
  @Override
  public String source() {
    return "<a session>";
  }
}
