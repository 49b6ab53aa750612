/**
 * Libraries of Haskell for programs of Yona: the Java half of the module {@code haskell\Library}.
 */
@NullMarked
package yona.haskell.program;

import org.jspecify.annotations.NullMarked;
