/** Files over bytes and buffers, without blocking a carrier thread. */
package yona.io;
