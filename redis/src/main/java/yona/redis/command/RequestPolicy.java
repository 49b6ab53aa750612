package yona.redis.command;

/**
 * Which servers of a cluster a command is for, by the tip {@code request_policy} of the servers.
 *
 * @see <a href="https://redis.io/docs/latest/develop/reference/command-tips/">Command tips</a>
 */
public enum RequestPolicy {
  /** No tip: the one that has the keys, or any one if there are no keys. */
  DEFAULT,
  /** All of them, replicas too. */
  ALL_NODES,
  /** One of each shard. */
  ALL_SHARDS,
  /** Those that have the keys: the command may be split by key. */
  MULTI_SHARD,
  /** There is no general rule. */
  SPECIAL
}
