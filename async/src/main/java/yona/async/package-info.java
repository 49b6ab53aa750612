/** The concurrency library: fibers, scopes, futures, cancellation. */
package yona.async;
