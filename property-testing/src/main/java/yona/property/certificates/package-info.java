/** Certificates for tests of encrypted connections. */
@NullMarked
package yona.property.certificates;

import org.jspecify.annotations.NullMarked;
