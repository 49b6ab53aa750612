package yona.redis.command;

/**
 * Where a member of a sorted set stands.
 *
 * @param rank from 0
 * @param score of the member
 */
public record RankedScore(long rank, double score) {}
