/** From the syntax tree to the core form: names, modules, what waits together. */
package yona.language.analysis;
