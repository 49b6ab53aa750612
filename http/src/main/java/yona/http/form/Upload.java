package yona.http.form;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.http.HttpException;
import yona.http.Request;
import yona.io.file.FileOperations;
import yona.io.file.OpenFile;
import yona.io.medium.Operations;

/**
 * A form with files, all of which has been received. Files are on disk, under names of this
 * program's, until it is closed; those that have been moved elsewhere stay.
 *
 * <pre>{@code
 * try (Upload upload = Upload.receive(request, FormLimits.DEFAULT, folder)) {
 *   for (Upload.StoredFile file : upload.files()) {
 *     file.moveTo(store.resolve(newName()));
 *   }
 * }
 * }</pre>
 *
 * <p>Safe for use by any number of fibers.
 */
public final class Upload implements AutoCloseable {

  private final List<StoredFile> files;
  private final Form fields;

  /** A file that a client has sent. */
  public static final class StoredFile {

    private final String field;
    private final String name;
    private final String type;
    private final Path path;
    private final long size;

    private StoredFile(Part part, Path path, long size) {
      this.field = part.name();
      this.name = Objects.requireNonNull(part.fileName(), "a part that is a file");
      this.type = part.type();
      this.path = path;
      this.size = size;
    }

    /**
     * The name of the field.
     *
     * @return as the form has it
     */
    public String field() {
      return field;
    }

    /**
     * The name of the file, as the client calls it: to show, and not to store it by.
     *
     * @return the name, as {@link Part#fileName} describes it
     */
    public String name() {
      return name;
    }

    /**
     * The content type, as the client calls it.
     *
     * @return the type, which nobody has checked
     */
    public String type() {
      return type;
    }

    /**
     * Where the file is, until the upload is closed.
     *
     * @return the path
     */
    public Path path() {
      return path;
    }

    /**
     * The size.
     *
     * @return bytes
     */
    public long size() {
      return size;
    }

    /**
     * Moves the file to where it stays. Suspends.
     *
     * @param target the new path; a file there is replaced
     * @throws IOException if it cannot be moved
     */
    public void moveTo(Path target) throws IOException {
      FileOperations.move(path, target);
    }

    @Override
    public String toString() {
      return "file " + field + " of " + size + " bytes";
    }
  }

  private Upload(List<StoredFile> files, Form fields) {
    this.files = List.copyOf(files);
    this.fields = fields;
  }

  /**
   * Receives a form. Suspends. If it fails or is cancelled, nothing is left of it.
   *
   * @param request the request, whose body nobody has read
   * @param limits the bounds
   * @param folder for the files, which are for this user alone
   * @return the form, to be closed
   * @throws HttpException with status 415 if it has no such form or is compressed, 413 if it is too
   *     much, 400 if it is malformed
   * @throws IOException if the connection broke, or a file cannot be written
   */
  public static Upload receive(Request request, FormLimits limits, Path folder)
      throws IOException, HttpException {
    Objects.requireNonNull(folder, "folder");
    Multipart form = Multipart.of(request, limits);
    List<Path> made = new ArrayList<>();
    List<StoredFile> files = new ArrayList<>();
    List<String> fields = new ArrayList<>();
    boolean isWhole = false;
    try {
      for (Part part = form.next(); part != null; part = form.next()) {
        String name = part.fileName();
        byte[] first = name == null ? null : part.body().read();
        if (name == null) {
          fields.add(part.name());
          fields.add(part.text());
        } else if (first != null || !name.isEmpty()) {
          files.add(stored(part, first, folder, made));
        }
        // Else no file was chosen.
      }
      isWhole = true;
    } finally {
      if (!isWhole) {
        remove(made);
      }
    }
    return new Upload(files, Form.of(fields));
  }

  private static StoredFile stored(Part part, byte @Nullable [] first, Path folder, List<Path> made)
      throws IOException, HttpException {
    // A file that is there is known, also if this is cancelled meanwhile.
    Path path =
        Async.<Path, IOException>shielded(
            () -> {
              made.add(Operations.inPlace(() -> Files.createTempFile(folder, "upload", "")));
              return made.getLast();
            });
    long size = 0;
    try (OpenFile file = OpenFile.open(path, Set.of(StandardOpenOption.WRITE))) {
      for (byte[] bytes = first; bytes != null; bytes = part.body().read()) {
        file.write(bytes, 0, bytes.length);
        size += bytes.length;
      }
    }
    return new StoredFile(part, path, size);
  }

  /**
   * The fields that are no files.
   *
   * @return the fields
   */
  public Form fields() {
    return fields;
  }

  /**
   * The files, in their order.
   *
   * @return the files; none for a field for which none was chosen
   */
  public List<StoredFile> files() {
    return files;
  }

  /**
   * The file of a field.
   *
   * @param field its name
   * @return the first file, or null if there is none
   */
  public @Nullable StoredFile file(String field) {
    return files.stream().filter(each -> each.field.equals(field)).findFirst().orElse(null);
  }

  /**
   * Removes the files that are still where they were. Suspends. Again it does nothing.
   *
   * @throws IOException if one cannot be removed; the others are
   */
  @Override
  public void close() throws IOException {
    remove(files.stream().map(StoredFile::path).toList());
  }

  /** Also for who is cancelled. */
  private static void remove(List<Path> paths) throws IOException {
    Async.<IOException>shielded(
        () -> {
          @Nullable IOException failure = null;
          for (Path each : paths) {
            try {
              FileOperations.removeIfExists(each);
            } catch (IOException e) {
              failure = e;
            }
          }
          if (failure != null) {
            throw failure;
          }
        });
  }

  @Override
  public String toString() {
    return "an upload of " + files.size() + " files";
  }
}
