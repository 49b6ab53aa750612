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
 *
 * <h2>The public types by group</h2>
 *
 * <p>To begin and to run things beside each other:
 *
 * <ul>
 *   <li>{@link yona.async.Async}: the entrance, and the operations that need no object
 *   <li>{@link yona.async.Program}: the outermost scope of a program, which can be asked to end
 *   <li>{@link yona.async.Body}, {@link yona.async.Action}, {@link yona.async.SuspendingFunction}:
 *       what is run, with a result, without one, and with an argument
 *   <li>{@link yona.async.InPlaceBody}: what may also run where its result is awaited
 *   <li>{@link yona.async.Scope}: what fibers belong to and cannot outlive
 *   <li>{@link yona.async.DetachedScope}: a scope that no other holds, closed by hand
 *   <li>{@link yona.async.Group}: members that are done together
 *   <li>{@link yona.async.FiberScheduler}, {@link yona.async.FiberLimit}: where fibers run, and how
 *       many there may be
 * </ul>
 *
 * <p>Values to come:
 *
 * <ul>
 *   <li>{@link yona.async.Future}: a value that will be there once
 *   <li>{@link yona.async.Promise}: a future that is completed by hand
 *   <li>{@link yona.async.Result}: how a computation ended
 *   <li>{@link yona.async.Collector}: futures in the order in which they end
 *   <li>{@link yona.async.Pair}, {@link yona.async.Either}: two values, and one of two
 * </ul>
 *
 * <p>What can be awaited:
 *
 * <ul>
 *   <li>{@link yona.async.Source}: what gives items to those who wait
 *   <li>{@link yona.async.Case}: a source and what a select does with its item
 *   <li>{@link yona.async.OriginalSource}: the base of sources of one's own
 *   <li>{@link yona.async.Listener}: who is told of an item
 *   <li>{@link yona.async.Loan}: an item that has to be given back
 * </ul>
 *
 * <p>Time:
 *
 * <ul>
 *   <li>{@link yona.async.Deadline}: by when something has to be done
 *   <li>{@link yona.async.Timer}, {@link yona.async.StartableTimer}: a source that is ready when a
 *       time is over
 *   <li>{@link yona.async.Ticker}: a source that is ready again and again
 *   <li>{@link yona.async.TimeoutException}: raised when a time is over
 *   <li>{@link yona.async.TimeWords}: times in messages
 * </ul>
 *
 * <p>Cancellation and errors:
 *
 * <ul>
 *   <li>{@link yona.async.CancellationException}: raised in a cancelled computation where it waits
 *   <li>{@link yona.async.Cancellable}, {@link yona.async.Link}: what a scope cancels when it is
 *       left, and its place there
 *   <li>{@link yona.async.ErrorReporter}: takes the errors that nobody can be given
 * </ul>
 *
 * <p>To see what goes on:
 *
 * <ul>
 *   <li>{@link yona.async.ScopeDump}: who waits for what at one moment
 *   <li>{@link yona.async.Names}: what things are called in dumps and recordings
 *   <li>{@link yona.async.FiberWatch}, {@link yona.async.AmongFibers}: sees that all fibers wait
 *       for each other, and what says that only fibers end a wait
 *   <li>{@link yona.async.Computations}: finds what computes and never waits
 * </ul>
 *
 * <p>For those who build operations that suspend, as the packages below this one do:
 *
 * <ul>
 *   <li>{@link yona.async.Fiber}: the calling fiber, and what it has reached
 *   <li>{@link yona.async.Waiter}, {@link yona.async.Claim}: one wait, and its right to be
 *       completed once
 *   <li>{@link yona.async.WaitQueue}: those who wait at one object
 *   <li>{@link yona.async.WaitGuard}: refuses waits in a section that must not suspend
 *   <li>{@link yona.async.Blocking}: operations that block the thread and that no interrupt may
 *       break
 * </ul>
 */
package yona.async;
