/** What files, streams and connections have in common. */
package yona.io;
