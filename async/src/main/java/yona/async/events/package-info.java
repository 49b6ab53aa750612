/**
 * What JDK Flight Recorder is told. Nobody outside the module uses these classes: recordings name
 * the events, {@code yona.FiberStart} and so on.
 */
@NullMarked
package yona.async.events;

import org.jspecify.annotations.NullMarked;
