package yona.bench.redis;

import java.util.List;

/** What the rows ask of a client on the JVM. */
interface MeasuredClient extends AutoCloseable {
  /** Some commands, and a check of their replies, the same for every client. */
  interface Call {
    long run() throws Exception;
  }

  /** What each of many callers does. */
  interface Caller {
    /**
     * Does it.
     *
     * @param number which caller it is, from 0
     */
    void run(int number) throws Exception;
  }

  /** Is given messages. */
  interface Receiver {
    /**
     * Takes one.
     *
     * @param channel the number of the channel, from 0
     */
    void message(int channel, String content);
  }

  /**
   * What is timed in a row.
   *
   * @param row its name
   * @param size how many commands, or bytes
   * @throws IllegalArgumentException if the client takes no part in it
   */
  Call call(String row, int size) throws Exception;

  /** Lets callers run at the same time, and waits for all of them. */
  void together(int callers, Caller caller) throws Exception;

  /** Sets a key, and gives what it then has. */
  String setAndGet(String key, String value) throws Exception;

  /** Subscribes to channels; messages come until this is closed. */
  void subscribe(List<String> channels, Receiver receiver) throws Exception;

  @Override
  void close();

  /** The error for a row in which the client takes no part. */
  static IllegalArgumentException noSuchRow(String row) {
    return new IllegalArgumentException("no such row: " + row);
  }

  /** A check of the reply to PING. */
  static int pong(String reply) {
    return reply.equals("PONG") ? 1 : 0;
  }

  /** The key of a value of so many bytes. */
  static String value(int size) {
    return "value:" + size;
  }

  /** The name of a channel. */
  static String channel(int number) {
    return "channel:" + number;
  }

  /** The number of a channel of that name. */
  static int number(String channel) {
    return Integer.parseInt(channel, channel.indexOf(':') + 1, channel.length(), 10);
  }
}
