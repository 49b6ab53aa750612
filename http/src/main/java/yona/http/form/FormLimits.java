package yona.http.form;

/**
 * The bounds of what a form takes; the bound of the server for a whole body holds, too. Immutable.
 *
 * @param parts how many fields and files there are at most
 * @param header bytes of the header of a part
 * @param field bytes of a field, which is kept in memory
 * @param file bytes of a file
 * @param all bytes of all that is sent
 */
public record FormLimits(int parts, int header, int field, long file, long all) {

  /** The bounds of a form for which nothing else is said. */
  public static final FormLimits DEFAULT =
      new FormLimits(256, 8 << 10, 64 << 10, 10 << 20, 16 << 20);

  /**
   * Makes limits.
   *
   * @throws IllegalArgumentException if one is not positive
   */
  public FormLimits {
    if (parts <= 0 || header <= 0 || field <= 0 || file <= 0 || all <= 0) {
      throw new IllegalArgumentException("the limits of a form are positive");
    }
  }

  /**
   * The same with another number of fields and files.
   *
   * @param most how many
   * @return new limits
   */
  public FormLimits withParts(int most) {
    return new FormLimits(most, header, field, file, all);
  }

  /**
   * The same with another bound of fields.
   *
   * @param most bytes of each
   * @return new limits
   */
  public FormLimits withField(int most) {
    return new FormLimits(parts, header, most, file, all);
  }

  /**
   * The same with another bound of files.
   *
   * @param most bytes of each
   * @return new limits
   */
  public FormLimits withFile(long most) {
    return new FormLimits(parts, header, field, most, all);
  }

  /**
   * The same with another bound of all that is sent.
   *
   * @param most bytes
   * @return new limits
   */
  public FormLimits withAll(long most) {
    return new FormLimits(parts, header, field, file, most);
  }
}
