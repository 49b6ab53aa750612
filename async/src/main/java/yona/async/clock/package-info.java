/**
 * What time it is, and what is done when a time has come; not exported. Begin with {@link
 * yona.async.clock.Clock}; how alarms are kept in order is in {@link yona.async.clock.Wheel}.
 */
package yona.async.clock;
