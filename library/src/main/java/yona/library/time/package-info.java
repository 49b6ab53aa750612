/** Times and dates. */
package yona.library.time;
