package yona.redis.command;

import java.util.Objects;
import yona.redis.resp.BulkString;

/**
 * A member of a sorted set with its score.
 *
 * @param member any bytes
 * @param score perhaps infinite, but a number
 */
public record ScoredMember(BulkString member, double score) {
  /**
   * Makes a member.
   *
   * @throws IllegalArgumentException if the score is not a number
   */
  public ScoredMember {
    Objects.requireNonNull(member);
    if (Double.isNaN(score)) {
      throw new IllegalArgumentException("expected a score, found NaN");
    }
  }

  /**
   * A member that is a text.
   *
   * @param member the text
   * @param score its score
   * @return the member
   */
  public static ScoredMember of(String member, double score) {
    return new ScoredMember(BulkString.of(member), score);
  }
}
