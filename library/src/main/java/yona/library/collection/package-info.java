/** Seq, Set, Dict and Tuple. */
package yona.library.collection;
