/** Servers' ports in tests, and bad ways to them. */
@NullMarked
package yona.testrun.network;

import org.jspecify.annotations.NullMarked;
