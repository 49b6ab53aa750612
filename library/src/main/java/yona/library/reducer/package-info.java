/** Reducers and transducers. */
package yona.library.reducer;
