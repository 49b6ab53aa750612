/**
 * What compiled Yona code and the Java halves of the library stand on: function values and their
 * calls, errors with Yona stack traces, operators, records, modules, groups and context managers.
 */
package yona.language.runtime;
