/** Servers of databases for tests of several modules. */
@NullMarked
package yona.testrun.database;

import org.jspecify.annotations.NullMarked;
