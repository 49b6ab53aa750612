package yona.redis;

/** Messages may be missing here. */
public enum Gap implements Notice {
  /** The connection was lost and made again, or too many messages waited to be read. */
  GAP
}
