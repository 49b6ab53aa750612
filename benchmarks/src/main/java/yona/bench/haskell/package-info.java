/** Calls of Haskell by Java. */
package yona.bench.haskell;
