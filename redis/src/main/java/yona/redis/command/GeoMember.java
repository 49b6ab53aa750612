package yona.redis.command;

import java.util.Objects;
import yona.redis.resp.BulkString;

/**
 * A member of a geospatial index with its place.
 *
 * @param longitude in degrees, from -180 to 180
 * @param latitude in degrees, from about -85 to 85
 * @param member any bytes
 */
public record GeoMember(double longitude, double latitude, BulkString member) {
  /** Makes a member. */
  public GeoMember {
    Objects.requireNonNull(member);
  }

  /**
   * A member that is a text.
   *
   * @param longitude in degrees
   * @param latitude in degrees
   * @param member the text
   * @return the member
   */
  public static GeoMember of(double longitude, double latitude, String member) {
    return new GeoMember(longitude, latitude, BulkString.of(member));
  }
}
