/** Seeded properties with shrinking. */
package yona.property;
