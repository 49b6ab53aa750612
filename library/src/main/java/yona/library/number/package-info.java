/** Numbers: arithmetic, conversions, random numbers. */
package yona.library.number;
