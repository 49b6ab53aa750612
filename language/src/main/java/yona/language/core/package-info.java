/** The program between analysis and bytecode. */
package yona.language.core;
