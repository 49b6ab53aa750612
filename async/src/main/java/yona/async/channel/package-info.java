/** Channels: values handed from fiber to fiber, each to exactly one reader. */
package yona.async.channel;
