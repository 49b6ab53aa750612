/** JSON (RFC 8259), read and written. */
package yona.library.json;
