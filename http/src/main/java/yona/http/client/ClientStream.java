package yona.http.client;

import java.io.IOException;
import yona.http.Headers;

/**
 * The way of one request and its response: a connection of HTTP/1.1, or a stream of HTTP/2. For one
 * fiber at a time, but for {@link #sendContent}, which another one may do meanwhile.
 */
interface ClientStream {

  /**
   * The head of a response.
   *
   * @param status from 200 to 999; 101 where the request has asked for another protocol
   * @param fields the header fields
   */
  record Head(int status, Headers fields) {}

  /**
   * Sends the head of a request. Suspends.
   *
   * @param fields those that say what is wanted
   * @param withContent whether the content follows at once; else it comes by {@link #sendContent}
   */
  void send(ClientRequest request, Headers fields, boolean withContent) throws IOException;

  /** Sends the content, as it is made if it is not there, and the trailers. Suspends. */
  void sendContent(ClientRequest request) throws Exception;

  /** The head of the response. Suspends. */
  Head head() throws IOException;

  /** The next bytes of the body; none at its end, whose trailers are then known. Suspends. */
  byte[] bodyBytes(Headers[] trailers) throws IOException;

  /** Whether all of the response has come, and nothing stands behind its head. */
  boolean isWhole();

  /** Passes over what has come of the body; whether that was all of it. */
  boolean skipReceived();

  /** Whether the server may have ended the connection before it has seen the request. */
  boolean wasStale();

  /** Whether the server has said that it has done nothing of the request. */
  boolean wasRefused();

  /** Ends the request: its content cannot be made. */
  void breakOff();

  /** What messages call it. */
  String name();
}
