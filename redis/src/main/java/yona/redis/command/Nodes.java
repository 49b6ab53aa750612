package yona.redis.command;

/** Which servers of a cluster a command is for: the request policies of the servers' tips. */
public enum Nodes {
  /** The one that has the keys, or any one if there are no keys. */
  ONE,
  /** All of them, replicas too. */
  ALL_NODES,
  /** One of each shard. */
  ALL_SHARDS,
  /** Those that have the keys: the command may be split by key. */
  MULTI_SHARD,
  /** There is no general rule. */
  SPECIAL
}
