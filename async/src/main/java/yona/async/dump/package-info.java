/**
 * What a {@link yona.async.ScopeDump} holds, and how it is written; not exported. What takes it
 * looks into fibers and scopes, and so stands with them.
 */
package yona.async.dump;
