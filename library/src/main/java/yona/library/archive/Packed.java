package yona.library.archive;

/** Makes the content of an entry that was read from an archive. */
interface Packed {
  /** How many bytes of the archive its content has taken up to now. */
  long packed();
}
