/** Archives: the Java half of module Archive. */
package yona.library.archive;
