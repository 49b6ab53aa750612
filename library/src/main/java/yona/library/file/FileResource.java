package yona.library.file;

import java.io.IOException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;
import yona.data.Seq;
import yona.io.file.OpenFile;
import yona.language.runtime.ManagedResource;

/** An open file as a value. */
public final class FileResource extends ManagedResource {
  private final OpenFile file;
  private final Seq path;
  private final boolean binary;

  /** Whether nothing was read from the position 0 yet, as far as is known without a look. */
  private volatile boolean mayBeAtStart = true;

  private FileResource(OpenFile file, Seq path, boolean binary) {
    this.file = file;
    this.path = path;
    this.binary = binary;
  }

  /** Opens a file; {@code path} is the text that programs see. */
  static FileResource open(Path file, Seq path, Set<? extends OpenOption> options, boolean binary) {
    OpenFile open = FileErrors.checked(file.toString(), () -> OpenFile.open(file, options));
    FileResource resource = new FileResource(open, path, binary);
    resource.hold();
    return resource;
  }

  /**
   * Passes a byte order mark, which is no part of a text, if it is to be read next.
   *
   * @throws IOException if reading fails
   */
  void beginText() throws IOException {
    if (mayBeAtStart && !binary) {
      file.passByteOrderMark();
      mayBeAtStart = false;
    }
  }

  /** Tells that the position has moved in another way than by reading. */
  void moved() {
    mayBeAtStart = true;
  }

  /** The file under the value. */
  OpenFile file() {
    return file;
  }

  /** The path as it was given. */
  Seq path() {
    return path;
  }

  String name() {
    return path.asString();
  }

  /** Whether reading gives Bytes. */
  boolean isBinary() {
    return binary;
  }

  @Override
  protected void close() {
    FileErrors.done(name(), file::close);
  }

  @Override
  public String source() {
    return "<file " + name() + ">";
  }
}
