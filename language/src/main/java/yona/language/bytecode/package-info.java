/**
 * From the core form to class files: types of variables, specializations of functions, tail-call
 * loops, decision trees, byte code.
 */
package yona.language.bytecode;
