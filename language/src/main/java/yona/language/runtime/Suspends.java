package yona.language.runtime;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a Java half that may have to wait. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Suspends {
  /** When it may wait. */
  When value() default When.ALWAYS;

  /** When a function may have to wait. */
  enum When {
    /** Whatever it is given. */
    ALWAYS,
    /** If a function among its arguments may. */
    WITH_ARGUMENTS
  }
}
