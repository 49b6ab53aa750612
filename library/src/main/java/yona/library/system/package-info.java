/** The process and what is around it: standard streams, log, environment, processes. */
package yona.library.system;
