package yona.sql;

/**
 * A step in the history of a schema.
 *
 * @param version its number, from 1 without gaps
 * @param name what its file is called behind the number
 * @param checksum SHA-256 of the file with {@code \n} at the ends of lines, in hexadecimal
 */
public record Migration(int version, String name, String checksum) {

  /**
   * The name of its file.
   *
   * @return such as {@code V1__users.sql}
   */
  public String file() {
    return "V" + version + "__" + name + ".sql";
  }
}
