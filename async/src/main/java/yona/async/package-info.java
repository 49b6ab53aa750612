/**
 * The concurrency library: fibers, scopes, futures, cancellation.
 *
 * <p>Programs are written in direct style: an operation that has to wait suspends its fiber and
 * blocks no thread. Fibers belong to a {@link yona.async.Scope} and cannot outlive it; {@link
 * yona.async.Group} runs computations that wait together; {@link yona.async.Async} is the entrance
 * for a thread of another program, {@link yona.async.Program} for a program of its own.
 *
 * <p>A fiber is a virtual thread. With {@code --add-opens java.base/java.lang=yona.async} (on the
 * class path {@code =ALL-UNNAMED}) fibers run on a scheduler of this library, with stacks as deep
 * as its carriers'; without it they run on the JDK's scheduler, and only speed and depth are lost.
 * Fibers that suspend deep down need the serial, parallel or Z collector: G1 refuses to keep a
 * stack larger than half a region.
 *
 * <p>Continuations ({@link yona.async.continuation}) need {@code --add-exports
 * java.base/jdk.internal.vm=yona.async} besides to be fast.
 *
 * <p>System properties, read once: {@code yona.async.carriers}, how many carriers run at the same
 * time (one for each processor); {@code yona.async.stack}, the address space in bytes for the stack
 * of a carrier (1 GiB, of which only what is used takes memory).
 */
package yona.async;
