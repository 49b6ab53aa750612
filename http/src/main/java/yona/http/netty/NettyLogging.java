package yona.http.netty;

import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;

/**
 * Netty logs through the JDK, whichever library for logs it could find: one without a provider
 * writes to standard error, which is the program's.
 */
public final class NettyLogging {

  static {
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
  }

  private NettyLogging() {}

  /**
   * Sees to it, before the first class of Netty that logs is used. Safe for any number of threads.
   */
  public static void useJdk() {
    // Done when this class is initialised.
  }
}
