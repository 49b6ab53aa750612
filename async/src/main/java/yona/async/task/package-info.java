/**
 * Computations as values that can be run again: {@link yona.async.task.Task}, when to repeat one
 * ({@link yona.async.task.Schedule}), and when to try again what failed ({@link
 * yona.async.task.RetryPolicy}).
 */
package yona.async.task;
