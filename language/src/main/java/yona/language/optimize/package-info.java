/**
 * What makes the core form faster, and what is known of its values when compiling: functions for
 * certain types or parts of their arguments, the types of all variables, parameters that a loop
 * changes in place. Depends on the core form only.
 */
package yona.language.optimize;
