/**
 * What is known of a client's traffic: counts and times of its commands, a log of them, and events
 * for JDK Flight Recorder.
 *
 * <p>{@link yona.redis.observation.Telemetry} holds it all together, for a client or for several;
 * it gives each connection an observer. What users read is {@link
 * yona.redis.observation.Statistics}, and {@link yona.redis.observation.LogEntry}.
 */
@NullMarked
package yona.redis.observation;

import org.jspecify.annotations.NullMarked;
