/**
 * Reading replies without a copy, for Yona's library alone: its values copy the bytes themselves.
 * Exported to nobody else, as who is given the array of an immutable string could change it.
 */
package yona.redis.resp.zerocopy;
