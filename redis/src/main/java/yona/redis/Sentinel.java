package yona.redis;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.io.socket.ClientTls;

/**
 * What sentinels watch: they are asked which server is the master now. The address then names the
 * sentinels, with their ports (26379 by custom), and who asks the servers. Immutable.
 *
 * @param master what the sentinels call the master
 * @param user who asks the sentinels, or null for their default user
 * @param password what proves it, or null for nothing
 * @param tls how to encrypt what is said to sentinels; null not to
 */
public record Sentinel(
    String master, @Nullable String user, @Nullable String password, @Nullable ClientTls tls) {

  /** Checks what is given. */
  public Sentinel {
    if (Objects.requireNonNull(master, "master").isEmpty()) {
      throw new IllegalArgumentException("the master that sentinels watch has a name");
    }
    if (user != null && password == null) {
      throw new IllegalArgumentException("a user without a password");
    }
  }

  /**
   * A master, whose sentinels everybody may ask without encryption.
   *
   * @param master what the sentinels call it
   * @return what they watch
   */
  public static Sentinel of(String master) {
    return new Sentinel(master, null, null, null);
  }

  /**
   * The same for sentinels that want to know who asks.
   *
   * @param name who asks, or null for their default user
   * @param proof the password
   * @return what they watch
   */
  public Sentinel withUser(@Nullable String name, @Nullable String proof) {
    return new Sentinel(master, name, proof, tls);
  }

  /**
   * The same for sentinels that encrypt, or do not.
   *
   * @param encryption whom to believe, and what proves who the client is; null for none
   * @return what they watch
   */
  public Sentinel withTls(@Nullable ClientTls encryption) {
    return new Sentinel(master, user, password, encryption);
  }

  /** Says whether there is a password, and not which. */
  @Override
  public String toString() {
    return "sentinels of "
        + master
        + (user == null ? "" : " as " + user)
        + (password == null ? "" : " with a password")
        + (tls == null ? "" : " with TLS");
  }
}
