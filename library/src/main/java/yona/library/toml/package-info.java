/** TOML 1.0, read by tomlj, and written. */
package yona.library.toml;
