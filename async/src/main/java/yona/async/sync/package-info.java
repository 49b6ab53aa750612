/**
 * What fibers use together: {@link yona.async.sync.Semaphore}, {@link yona.async.sync.Mutex},
 * {@link yona.async.sync.RwLock} and {@link yona.async.sync.Gate}, each a {@link
 * yona.async.Source}, so that it can be raced with others and selected from; and {@link
 * yona.async.sync.Resource}, what is acquired, used, and released on any exit.
 *
 * <p>What is acquired is a {@link yona.async.sync.Permit}, which is closed once. A lost race, a
 * cancelled wait and a listener that throws take none.
 *
 * <p>All are fair: first come, first served. None is reentrant, and none is bound to a fiber.
 */
package yona.async.sync;
