/** Regular expressions, whose matches end in bounded time. */
package yona.library.regex;
