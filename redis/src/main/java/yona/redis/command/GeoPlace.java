package yona.redis.command;

import org.jspecify.annotations.Nullable;
import yona.redis.resp.BulkString;

/**
 * A member of a geospatial index, with what was asked for.
 *
 * @param member any bytes
 * @param distance from the middle of the search, in the unit of the search; null unless asked for
 * @param hash its geohash as a number of 52 bits; null unless asked for
 * @param position where it is; null unless asked for
 */
public record GeoPlace(
    BulkString member,
    @Nullable Double distance,
    @Nullable Long hash,
    @Nullable GeoPosition position) {}
