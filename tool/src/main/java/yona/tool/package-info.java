/** The yona command. */
package yona.tool;
