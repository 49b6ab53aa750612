package yona.redis.command;

/**
 * How the answers of several servers of a cluster become one, by the tip {@code response_policy} of
 * the servers.
 *
 * @see <a href="https://redis.io/docs/latest/develop/reference/command-tips/">Command tips</a>
 */
public enum ResponsePolicy {
  /**
   * No tip: lists are joined, in the order of the keys if there are any; of others any one is
   * taken.
   */
  DEFAULT,
  /** One if all succeeded, else an error. */
  ALL_SUCCEEDED,
  /** One that succeeded, else an error. */
  ONE_SUCCEEDED,
  /** The sum. */
  AGG_SUM,
  /** The smallest. */
  AGG_MIN,
  /** 1 if all are 1, for each element of a list. */
  AGG_LOGICAL_AND,
  /** There is no general rule. */
  SPECIAL
}
