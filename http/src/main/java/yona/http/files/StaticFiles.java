package yona.http.files;

import java.io.IOException;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.fields.AcceptEncoding;
import yona.http.fields.HttpDate;
import yona.http.files.ByteRanges.Range;
import yona.http.files.FileLookup.Found;
import yona.io.medium.Operations;

/**
 * Answers with the files of a folder.
 *
 * <pre>{@code
 * router.get("/assets/*path", StaticFiles.in(Path.of("assets")).withCacheControl("max-age=3600"));
 * }</pre>
 *
 * <p>The file is that of the route's parameter {@code path}, or of the request's whole path where
 * the route has none. Conditions (RFC 9110, section 13) and ranges (section 14) are answered; a
 * sibling with {@code .br}, {@code .zst} or {@code .gz} at the end of its name, if it is no older,
 * is sent to clients that take it. A folder stands for its index page, and its path is given a
 * slash. Everything else is answered with 404: what is outside of the folder, also by links, names
 * that begin with a dot (but for {@code .well-known}), and what this program may not read.
 *
 * <p>Large files are read piece by piece while the client takes them. A file that changes while it
 * is sent breaks the connection: no client gets a mixture.
 *
 * <p>Handling suspends. Immutable, and safe for use by any number of fibers.
 */
public final class StaticFiles implements Handler {

  /** A file that others write without end is given up after so many looks. */
  private static final int MOST_LOOKS = 3;

  private final FileLookup lookup;
  private final MediaTypes types;
  private final String cacheControl;

  private StaticFiles(FileLookup lookup, MediaTypes types, String cacheControl) {
    this.lookup = lookup;
    this.types = types;
    this.cacheControl = cacheControl;
  }

  /**
   * Serves a folder, with {@code index.html} as its index pages. Suspends for a moment.
   *
   * @param folder the folder, whose place is found now
   * @return the handler
   * @throws IOException if there is no such folder
   */
  public static StaticFiles in(Path folder) throws IOException {
    Objects.requireNonNull(folder, "folder");
    Path root = Operations.inPlace(folder::toRealPath);
    if (!Operations.inPlace(() -> Files.isDirectory(root))) {
      throw new FileSystemException(folder.toString(), null, "not a folder");
    }
    return new StaticFiles(new FileLookup(root, "index.html", false, true), MediaTypes.DEFAULT, "");
  }

  /**
   * The same with another index page.
   *
   * @param name of the file that stands for its folder; empty for none
   * @return a handler
   */
  public StaticFiles withIndex(String name) {
    return new StaticFiles(
        new FileLookup(lookup.root(), name, lookup.hidden(), lookup.precompressed()),
        types,
        cacheControl);
  }

  /**
   * The same with files whose names begin with a dot.
   *
   * @return a handler
   */
  public StaticFiles withHidden() {
    return new StaticFiles(
        new FileLookup(lookup.root(), lookup.index(), true, lookup.precompressed()),
        types,
        cacheControl);
  }

  /**
   * The same without a look for compressed siblings.
   *
   * @return a handler
   */
  public StaticFiles withoutPrecompressed() {
    return new StaticFiles(
        new FileLookup(lookup.root(), lookup.index(), lookup.hidden(), false), types, cacheControl);
  }

  /**
   * The same with a content type.
   *
   * @param end of the names, without the dot
   * @param type their content type
   * @return a handler
   * @throws IllegalArgumentException if the type cannot stand in a header
   */
  public StaticFiles withType(String end, String type) {
    var _ = Headers.of("content-type", type);
    return new StaticFiles(lookup, types.with(end, type), cacheControl);
  }

  /**
   * The same with the field Cache-Control.
   *
   * @param value like {@code max-age=3600}
   * @return a handler
   * @throws IllegalArgumentException if it cannot stand in a header
   */
  public StaticFiles withCacheControl(String value) {
    var _ = Headers.of("cache-control", value);
    return new StaticFiles(lookup, types, value);
  }

  @Override
  public Response handle(Request request) throws IOException, HttpException {
    Object rest = request.parameters().get("path");
    if (rest != null) {
      return file(request, rest.toString());
    }
    String path;
    try {
      path = request.path();
    } catch (IllegalArgumentException broken) {
      throw new HttpException(400, "a path with a broken escape");
    }
    return file(request, path.startsWith("/") ? path.substring(1) : path);
  }

  /**
   * Answers with a file. Suspends.
   *
   * @param request what the client asks
   * @param path of the file in the folder, decoded, without a slash at its beginning
   * @return the answer
   * @throws HttpException with status 404 if there is no such file
   * @throws IOException if the system cannot read it
   */
  public Response file(Request request, String path) throws IOException, HttpException {
    boolean isHead = request.method().equals("HEAD");
    if (!isHead && !request.method().equals("GET")) {
      return Response.text(405, "files are for GET and HEAD\n").with("allow", "GET, HEAD");
    }
    AcceptEncoding accepted = AcceptEncoding.of(request);
    for (int look = 0; look < MOST_LOOKS; look++) {
      Found found = lookup.find(path, accepted);
      if (found instanceof Found.Nothing) {
        throw nothing(request);
      }
      if (!(found instanceof Found.File file)) {
        return toFolder(request);
      }
      try {
        return answer(request, file, isHead);
      } catch (FileSystemException _) {
        // It is gone since the look, or this program may not read it.
        if (file.state().isSame()) {
          throw nothing(request);
        }
      } catch (ChangedException _) {
        // Another look will see what it has become.
      }
    }
    return Response.text(503, "the file is being changed\n").with("retry-after", "1");
  }

  /** A file that changed between the look and the reading. */
  private static final class ChangedException extends Exception {
    @Serial private static final long serialVersionUID = 1L;
  }

  private static HttpException nothing(Request request) {
    return new HttpException(404, "nothing at " + request.path());
  }

  /** The path with a slash at the end, relative, so that it leads to no other host. */
  private static Response toFolder(Request request) throws HttpException {
    String target = request.target();
    int query = target.indexOf('?');
    String path = query < 0 ? target : target.substring(0, query);
    String last = path.substring(path.lastIndexOf('/') + 1);
    String place = "./" + last + "/" + (query < 0 ? "" : target.substring(query));
    if (!place.chars().allMatch(each -> each > 0x20 && each < 0x7f)) {
      throw nothing(request);
    }
    return Response.of(301).with("location", place);
  }

  private Response answer(Request request, Found.File file, boolean isHead)
      throws IOException, ChangedException {
    FileState state = file.state();
    String tag = tag(file);
    int status = Preconditions.status(request, tag, state.modified());
    if (status == 304) {
      return described(Response.of(304), file, tag);
    }
    if (status == 412) {
      return Response.text(412, "the file has changed\n");
    }
    String type = types.of(file.name());
    String field = isHead ? null : request.header("range");
    List<Range> ranges =
        field == null || !Preconditions.areRangesOf(request, tag, state.modified())
            ? null
            : ByteRanges.parsed(field, state.size());
    if (ranges == null) {
      Range all = new Range(0, state.size() - 1);
      Response whole = isHead ? head(type, state) : part(200, type, state, all);
      return described(whole, file, tag);
    }
    if (ranges.isEmpty()) {
      return Response.text(416, "the file has " + state.size() + " bytes\n")
          .with("content-range", "bytes */" + state.size());
    }
    if (ranges.size() == 1) {
      Range range = ranges.getFirst();
      return described(part(206, type, state, range), file, tag)
          .with("content-range", range.of(state.size()));
    }
    return described(parts(type, state, ranges), file, tag);
  }

  private static String tag(Found.File file) {
    String tag = file.state().tag();
    return file.coding() == null
        ? tag
        : tag.substring(0, tag.length() - 1) + "-" + file.coding() + "\"";
  }

  private Response described(Response response, Found.File file, String tag) {
    List<String> fields = new ArrayList<>(List.of("etag", tag));
    add(fields, "content-type", response.headers().get("content-type"));
    add(fields, "last-modified", HttpDate.text(file.state().modified()));
    add(fields, "accept-ranges", "bytes");
    add(fields, "x-content-type-options", "nosniff");
    add(fields, "content-encoding", response.status() == 304 ? null : file.coding());
    add(fields, "vary", file.varies() ? "accept-encoding" : null);
    add(fields, "cache-control", cacheControl.isEmpty() ? null : cacheControl);
    return response.withHeaders(Headers.of(fields.toArray(new String[0])));
  }

  private static void add(List<String> fields, String name, @Nullable String value) {
    if (value != null) {
      fields.add(name);
      fields.add(value);
    }
  }

  private static Response head(String type, FileState state) {
    return Response.stream(200, type, state.size(), _ -> {});
  }

  private static Response part(int status, String type, FileState state, Range range)
      throws IOException, ChangedException {
    if (range.length() > FileState.PIECE) {
      // A file that cannot be read has to say so before the head is sent.
      state.open().close();
      return Response.stream(status, type, range.length(), output -> state.send(range, output));
    }
    byte[] bytes = state.read(range);
    if (bytes == null) {
      throw new ChangedException();
    }
    return Response.bytes(status, type, bytes);
  }

  /** Several parts (RFC 9110, section 14.6). */
  private static Response parts(String type, FileState state, List<Range> ranges)
      throws IOException {
    state.open().close();
    String boundary = UUID.randomUUID().toString();
    List<byte[]> heads = new ArrayList<>();
    byte[] end = ("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.US_ASCII);
    long length = end.length;
    for (Range each : ranges) {
      String head =
          (heads.isEmpty() ? "--" : "\r\n--")
              + boundary
              + "\r\ncontent-type: "
              + type
              + "\r\ncontent-range: "
              + each.of(state.size())
              + "\r\n\r\n";
      heads.add(head.getBytes(StandardCharsets.ISO_8859_1));
      length += heads.getLast().length + each.length();
    }
    return Response.stream(
        206,
        "multipart/byteranges; boundary=" + boundary,
        length,
        output -> {
          for (int i = 0; i < heads.size(); i++) {
            output.write(heads.get(i));
            state.send(ranges.get(i), output);
          }
          output.write(end);
        });
  }
}
