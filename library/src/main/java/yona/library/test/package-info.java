/** Test cases, properties and their generators: what module Test and the test command share. */
package yona.library.test;
