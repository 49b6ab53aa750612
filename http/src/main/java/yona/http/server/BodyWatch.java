package yona.http.server;

/** Learns whether a body is waited for, which bounds the time. */
@FunctionalInterface
interface BodyWatch {

  /** A wait begins, or has ended. */
  void waits(boolean begins);
}
