package yona.library.http;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.Objects;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.form.Form;
import yona.http.form.FormLimits;
import yona.http.form.Upload;
import yona.language.runtime.ManagedResource;
import yona.language.runtime.YonaError;
import yona.library.argument.IoFailure;
import yona.library.json.JsonFunctions;
import yona.library.stream.Stream;

/** The content of requests, in the forms in which handlers get it. */
final class RequestBody {

  private static final Symbol FIELDS = Symbol.of("fields");
  private static final Symbol FILES = Symbol.of("files");
  private static final Symbol FIELD = Symbol.of("field");
  private static final Symbol NAME = Symbol.of("name");
  private static final Symbol TYPE = Symbol.of("type");
  private static final Symbol PATH = Symbol.of("path");
  private static final Symbol SIZE = Symbol.of("size");

  /** Makes the value that a handler gets as the content. */
  @FunctionalInterface
  interface Reading {

    /**
     * Reads the content. Suspends, unless the content is a Stream.
     *
     * @param request whose content nobody has read
     * @return a value of the language
     * @throws HttpException if it is not what the handler takes
     * @throws IOException if the connection broke
     */
    Object of(Request request) throws IOException, HttpException;
  }

  /** How a message of JSON ends that names an option. */
  private static final String MAX_DEPTH = " (:max_depth)";

  private RequestBody() {}

  /** A String if it is UTF-8, else Bytes. */
  static Object any(Request request) throws IOException, HttpException {
    byte[] bytes = request.body().bytes();
    try {
      return Seq.utf8(bytes, 0, bytes.length);
    } catch (CharacterCodingException binary) {
      return Seq.bytes(bytes);
    }
  }

  /** A String; other content is refused. */
  static Object text(Request request) throws IOException, HttpException {
    return Seq.text(request.text());
  }

  static Object bytes(Request request) throws IOException, HttpException {
    return Seq.bytes(request.body().bytes());
  }

  /** A Stream of Bytes, as they come. */
  static Object stream(Request request) {
    return Stream.of(true, new BodySource(request.body()));
  }

  /** The value that a JSON text stands for. */
  static Object json(Request request) throws IOException, HttpException {
    String type = request.headers().mediaType();
    if (type == null || !(type.equals("application/json") || type.endsWith("+json"))) {
      throw new HttpException(415, "expected JSON, as application/json");
    }
    byte[] bytes = request.plainBody().bytes();
    try {
      return JsonFunctions.parse(Seq.bytes(bytes), "the content");
    } catch (YonaError malformed) {
      throw new HttpException(400, withoutOption(String.valueOf(malformed.getMessage())));
    }
  }

  /** The option that would allow more is one of the program, not of the client. */
  private static String withoutOption(String message) {
    return message.endsWith(MAX_DEPTH)
        ? message.substring(0, message.length() - MAX_DEPTH.length())
        : message;
  }

  /** The fields of a form without files: a Dict of String to Seq of String. */
  static Reading form(FormLimits limits) {
    return request -> fields(Form.read(request, limits));
  }

  private static Dict fields(Form form) {
    return RequestValue.texts(form.fields());
  }

  /** The fields and files of a form. The files are there as long as the handler runs. */
  static Reading upload(FormLimits limits) {
    return request -> {
      Path folder = Path.of(Objects.requireNonNull(System.getProperty("java.io.tmpdir")));
      return UploadResource.held(Upload.receive(request, limits, folder)).value();
    };
  }

  /** Files that are removed when the handler ends. */
  private static final class UploadResource extends ManagedResource {

    private final Upload upload;

    private UploadResource(Upload upload) {
      this.upload = upload;
    }

    static UploadResource held(Upload upload) {
      UploadResource resource = new UploadResource(upload);
      resource.hold();
      return resource;
    }

    Dict value() {
      SeqBuilder files = Seq.builder();
      for (Upload.StoredFile each : upload.files()) {
        files.add(
            Dict.builder()
                .put(FIELD, Seq.text(each.field()))
                .put(NAME, Seq.text(each.name()))
                .put(TYPE, Seq.text(each.type()))
                .put(PATH, Seq.text(each.path().toString()))
                .put(SIZE, each.size())
                .build());
      }
      return Dict.builder().put(FIELDS, fields(upload.fields())).put(FILES, files.build()).build();
    }

    @Override
    protected void close() {
      try {
        upload.close();
      } catch (IOException e) {
        throw IoFailure.of("the files of an upload", e);
      }
    }

    @Override
    public String source() {
      return "<" + upload + ">";
    }
  }
}
