import org.jspecify.annotations.NullMarked;

/** The part of Yona's standard library that serves HTTP. */
@NullMarked
module yona.library.http {
  requires com.github.luben.zstd_jni;
  requires static transitive org.jspecify;
  requires transitive yona.library;
  requires yona.http;
}
