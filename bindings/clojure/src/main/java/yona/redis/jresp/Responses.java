package yona.redis.jresp;

/** Is given replies, one after the other. */
@FunctionalInterface
public interface Responses {

  /**
   * The next reply. Must not wait.
   *
   * @param response the reply; {@link EndOfResponses} if no more comes
   */
  void responseReceived(RespType response);
}
