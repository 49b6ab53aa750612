/** YAML 1.2 in its core schema, whose events snakeyaml-engine reads and writes. */
package yona.library.yaml;
