package yona.redis;

import org.jspecify.annotations.Nullable;
import yona.redis.resp.ErrorValue;

/**
 * Why a node of a cluster has not executed a command that may yet be executed: the slot is another
 * node's ({@code MOVED}), the key is on its way to another one ({@code ASK}), or the node cannot
 * say anything right now.
 *
 * @param kind what is to be done
 * @param slot the slot, of a redirection
 * @param name of the other node's host, empty if it is the one that was asked; of a redirection
 * @param port of the other node, of a redirection
 */
record ClusterRefusal(Kind kind, int slot, String name, int port) {

  /** What is to be done. */
  enum Kind {
    MOVED,
    ASK,
    LATER
  }

  private static final ClusterRefusal LATER = new ClusterRefusal(Kind.LATER, -1, "", 0);

  /** What an error means; null if it is the command's own. */
  static @Nullable ClusterRefusal of(ErrorValue error) {
    return of(error.code(), error.message());
  }

  /** What an error means; null if it is the command's own. */
  static @Nullable ClusterRefusal of(String code, String message) {
    return switch (code) {
      case "MOVED" -> redirection(Kind.MOVED, message);
      case "ASK" -> redirection(Kind.ASK, message);
      case "TRYAGAIN", "CLUSTERDOWN", "MASTERDOWN", "LOADING" -> LATER;
      default -> null;
    };
  }

  private static @Nullable ClusterRefusal redirection(Kind kind, String message) {
    String[] words = message.split(" ", -1);
    int colon = words.length == 3 ? words[2].lastIndexOf(':') : -1;
    try {
      int slot = colon < 0 ? -1 : Integer.parseInt(words[1]);
      int port = colon < 0 ? 0 : Integer.parseInt(words[2].substring(colon + 1));
      if (slot < 0 || slot >= HashSlot.COUNT || port < 1 || port > 65_535) {
        return null;
      }
      return new ClusterRefusal(kind, slot, words[2].substring(0, colon), port);
    } catch (NumberFormatException _) {
      return null;
    }
  }

  /** The other node's address. */
  RedisUri.Host host(RedisUri.Host asked) {
    return new RedisUri.Host(name.isEmpty() || name.equals("?") ? asked.name() : name, port);
  }
}
