package yona.http.server;

/** Learns whether the client is waited for in the middle of a message, which bounds the time. */
@FunctionalInterface
interface BodyWatch {

  /** A wait begins, or has ended. */
  void waits(boolean begins);
}
