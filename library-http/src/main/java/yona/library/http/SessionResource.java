package yona.library.http;

import yona.http.client.HttpClient;
import yona.language.runtime.ManagedResource;
import yona.library.argument.Failure;

/** A client's session as a value. */
final class SessionResource extends ManagedResource {

  private final HttpClient client;
  private final SessionOptions options;

  private SessionResource(HttpClient client, SessionOptions options) {
    this.client = client;
    this.options = options;
  }

  /** The value of a session that the nearest {@code with} closes. */
  static SessionResource of(SessionOptions options) {
    SessionResource resource = new SessionResource(HttpClient.open(options.client()), options);
    resource.hold();
    return resource;
  }

  /** The value as a session; another value is {@code :typeerror}. */
  static SessionResource of(Object value, String where) {
    if (value instanceof SessionResource resource) {
      return resource;
    }
    throw Failure.type(where, "an HTTP session", value);
  }

  HttpClient client() {
    return client;
  }

  SessionOptions options() {
    return options;
  }

  @Override
  protected void close() {
    client.close();
  }

  @Override
  public String source() {
    return "<HTTP session>";
  }
}
