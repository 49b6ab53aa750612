/** The immutable values: Seq, Dict, Set, Tuple, Symbol, text. */
package yona.data;
