/** Files, folders and what changes in them. No operation blocks a thread that runs fibers. */
package yona.io.file;
