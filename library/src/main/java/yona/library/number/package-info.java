/** Numbers: arithmetic, sums, conversions, random numbers. */
package yona.library.number;
