package yona.language.runtime;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a Java half, or all of a class, that touches the world outside. The compiler of the library
 * reads it: it writes {@link Invocation#require} before each call of the half, and programs that
 * name a function which comes to it are refused without the grants.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Needs {
  /** What a program must be granted; none for a half of a marked class that touches nothing. */
  Grant[] value();
}
