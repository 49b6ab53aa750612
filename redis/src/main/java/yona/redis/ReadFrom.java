package yona.redis;

/**
 * Where commands that only read go, in a cluster or behind sentinels. What a replica answers may be
 * older than what its master would. Transactions, scripts, batches, commands that wait and
 * dedicated connections always go to masters.
 */
public enum ReadFrom {
  /** To masters. */
  MASTER,
  /** To replicas; to the master while none can be reached. */
  REPLICA,
  /** To masters and replicas alike. */
  ANY
}
