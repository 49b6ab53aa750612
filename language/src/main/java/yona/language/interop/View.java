package yona.language.interop;

/** A Yona value in the clothes of a Java object; it is taken out again when it comes back. */
interface View {
  /** The value. */
  Object value();
}
