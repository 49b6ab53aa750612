package yona.library.file;

import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;
import yona.data.Seq;
import yona.io.file.OpenFile;
import yona.io.file.OpenFileText;
import yona.language.runtime.ManagedResource;

/** An open file as a value. */
public final class FileResource extends ManagedResource {
  private final OpenFile file;
  private final OpenFileText content;
  private final Seq path;
  private final boolean binary;

  private FileResource(OpenFile file, Seq path, boolean binary) {
    this.file = file;
    this.content = file.text(!binary);
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

  /** The file as what is read from it: text without a byte order mark, or Bytes. */
  OpenFileText content() {
    return content;
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
