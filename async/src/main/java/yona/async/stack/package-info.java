/** What makes sure that there is stack for what must not stop half-way. */
package yona.async.stack;
