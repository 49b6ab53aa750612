package yona.redis.command;

/**
 * How the answers of several servers of a cluster become one: the response policies of the servers'
 * tips.
 */
public enum Answers {
  /** Lists are joined, in the order of the keys if there are any; of others any one is taken. */
  JOINED,
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
