package yona.redis.command;

/**
 * A place on earth.
 *
 * @param longitude in degrees, from -180 to 180
 * @param latitude in degrees, from about -85 to 85
 */
public record GeoPosition(double longitude, double latitude) {}
