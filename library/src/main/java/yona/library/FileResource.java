package yona.library;

import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;
import yona.async.Scope;
import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Seq;
import yona.io.OpenFile;
import yona.language.runtime.ContextManager;

/**
 * An open file as a value. It belongs to the nearest enclosing {@code with} that was running when
 * it was opened, or else to the program, which closes it at its end if nobody has done so before.
 */
final class FileResource extends Opaque implements ContextManager {
  private final OpenFile file;
  private final Seq path;
  private final boolean binary;
  private final Scope.Link link;

  private FileResource(OpenFile file, Seq path, boolean binary) {
    this.file = file;
    this.path = path;
    this.binary = binary;
    this.link = Scope.holding().link(file);
  }

  /** Opens a file; {@code path} is the text that programs see. */
  static FileResource open(Path file, Seq path, Set<? extends OpenOption> options, boolean binary) {
    OpenFile open = FileErrors.checked(file.toString(), () -> OpenFile.open(file, options));
    return new FileResource(open, path, binary);
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
  public Object resource() {
    return this;
  }

  @Override
  public void release() {
    FileErrors.done(
        name(),
        () -> {
          file.close();
          link.unlink();
        });
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE;
  }

  @Override
  public String source() {
    return "<file " + name() + ">";
  }
}
