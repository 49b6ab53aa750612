package yona.http.client;

/** The versions of HTTP that a client speaks. */
public enum HttpVersions {
  /** HTTP/1.1 only. */
  HTTP_1_1,

  /** HTTP/2 where it is encrypted and the server chooses it (ALPN), else HTTP/1.1. */
  NEGOTIATED,

  /**
   * HTTP/2 also where it is not encrypted: the client begins with it, knowing that the server
   * speaks it (prior knowledge; RFC 9113, section 3.3).
   */
  PRIOR_KNOWLEDGE
}
