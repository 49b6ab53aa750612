/** Projects: {@code yona.toml}, the Java libraries that it asks for, and new ones. */
package yona.tool.project;
