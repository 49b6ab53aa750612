/** Bytes and texts in other forms: encodings, compression, cryptography. */
package yona.library.encoding;
