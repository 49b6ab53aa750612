package yona.redis.generator;

import java.util.Map;

/** What arguments are, in the words of the documentation. */
final class Wording {
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("key", "a key"),
          Map.entry("source", "the key that is read or taken from"),
          Map.entry("destination", "the key that is written"),
          Map.entry("sourcekey", "a key that is read"),
          Map.entry("destkey", "the key that is written"),
          Map.entry("src", "the key that is read"),
          Map.entry("dst", "the key that is written"),
          Map.entry("newkey", "its new name"),
          Map.entry("storekey", "the key that is written"),
          Map.entry("storedistkey", "the key that is written, with distances"),
          Map.entry("value", "a value"),
          Map.entry("field", "a field of the hash"),
          Map.entry("member", "a member"),
          Map.entry("element", "an element"),
          Map.entry("pivot", "the element beside which it is put"),
          Map.entry("score", "the score of the member"),
          Map.entry("increment", "what is added; may be negative"),
          Map.entry("decrement", "what is taken away"),
          Map.entry("seconds", "a time in seconds"),
          Map.entry("milliseconds", "a time in milliseconds"),
          Map.entry("unix-time-seconds", "a point in time, in seconds since 1970 (UTC)"),
          Map.entry("unix-time-milliseconds", "a point in time, in milliseconds since 1970 (UTC)"),
          Map.entry("ttl", "how long it lives, in milliseconds; 0 is for ever"),
          Map.entry("pattern", "a glob, such as {@code user:*}"),
          Map.entry("start", "where to begin, included"),
          Map.entry("stop", "where to end, included"),
          Map.entry("end", "where to end, included"),
          Map.entry("min", "the lower bound"),
          Map.entry("max", "the upper bound"),
          Map.entry("index", "the place, from 0; from the end if negative"),
          Map.entry("offset", "how far from the beginning"),
          Map.entry("count", "how many"),
          Map.entry("limit", "how many at most"),
          Map.entry("where", "which end, or place"),
          Map.entry("wherefrom", "the end that is taken from"),
          Map.entry("whereto", "the end that is put to"),
          Map.entry("longitude", "in degrees"),
          Map.entry("latitude", "in degrees"),
          Map.entry("radius", "how far from the middle"),
          Map.entry("unit", "of all distances"),
          Map.entry("group", "a consumer group"),
          Map.entry("consumer", "a consumer of the group"),
          Map.entry("id", "the id of an entry, or a bound of ids"),
          Map.entry("threshold", "what is kept: from that on, or that many"),
          Map.entry("min-idle-time", "how long nobody has read it, in milliseconds"),
          Map.entry("script", "a program in Lua"),
          Map.entry("sha1", "the SHA-1 digest of a script, in hexadecimal digits"),
          Map.entry("function", "the name of a function"),
          Map.entry("arg", "an argument"),
          Map.entry("channel", "a channel"),
          Map.entry("shardchannel", "a channel that belongs to one shard"),
          Map.entry("message", "a message"),
          Map.entry("timeout", "how long at most, in milliseconds"),
          Map.entry("serialized-value", "what DUMP has given"),
          Map.entry("weight", "what the scores of a set are multiplied by"),
          Map.entry("aggregate", "what becomes of the scores of a member"),
          Map.entry("slot", "a slot of the cluster, from 0 to 16383"));

  private Wording() {}

  static String of(String name) {
    return WORDS.getOrDefault(name, "the " + name.replace('-', ' '));
  }
}
