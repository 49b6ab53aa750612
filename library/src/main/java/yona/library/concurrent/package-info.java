/** Channels, tasks, timers, locks, transactions. */
package yona.library.concurrent;
