/** How fibers get a thread to run on; not exported. */
package yona.async.scheduler;
