/** Files, folders and paths. */
package yona.library.file;
