/** CSV (RFC 4180), read and written. */
package yona.library.csv;
