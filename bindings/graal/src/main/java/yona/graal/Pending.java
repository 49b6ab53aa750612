package yona.graal;

import yona.async.Promise;

/**
 * A result that is still to come: of a promise, or of an awaitable, of another language. Programs
 * never see it, they wait for it.
 *
 * @param result completed in the context
 */
record Pending(Promise<Object> result) {}
