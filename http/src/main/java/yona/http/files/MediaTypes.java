package yona.http.files;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The content types of files by the ends of their names. Immutable. */
final class MediaTypes {

  private static final String UNKNOWN = "application/octet-stream";

  /** Texts are UTF-8, as files are today; what needs a charset has one. */
  private static final String USUAL =
      """
      text/html; charset=utf-8 html htm
      text/css; charset=utf-8 css
      text/javascript; charset=utf-8 js mjs
      text/plain; charset=utf-8 txt text log
      text/markdown; charset=utf-8 md
      text/csv; charset=utf-8 csv
      text/xml; charset=utf-8 xml
      text/calendar; charset=utf-8 ics
      application/json json map
      application/manifest+json webmanifest
      application/atom+xml atom
      application/rss+xml rss
      application/xhtml+xml xhtml
      application/pdf pdf
      application/rtf rtf
      application/wasm wasm
      application/zip zip
      application/gzip gz tgz
      application/zstd zst
      application/x-tar tar
      application/x-7z-compressed 7z
      application/x-bzip2 bz2
      application/x-xz xz
      application/java-archive jar
      application/epub+zip epub
      application/sql sql
      application/yaml yaml yml
      application/toml toml
      application/msword doc
      application/vnd.ms-excel xls
      application/vnd.ms-powerpoint ppt
      application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
      application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
      application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
      application/vnd.oasis.opendocument.text odt
      application/vnd.oasis.opendocument.spreadsheet ods
      image/png png
      image/jpeg jpg jpeg
      image/gif gif
      image/webp webp
      image/avif avif
      image/svg+xml svg
      image/bmp bmp
      image/tiff tif tiff
      image/x-icon ico
      font/woff woff
      font/woff2 woff2
      font/ttf ttf
      font/otf otf
      audio/mpeg mp3
      audio/mp4 m4a
      audio/ogg ogg oga opus
      audio/wav wav
      audio/flac flac
      audio/aac aac
      audio/webm weba
      video/mp4 mp4 m4v
      video/mpeg mpeg mpg
      video/webm webm
      video/ogg ogv
      video/quicktime mov
      video/x-msvideo avi
      video/mp2t ts
      """;

  static final MediaTypes DEFAULT = new MediaTypes(usual());

  private final Map<String, String> types;

  private MediaTypes(Map<String, String> types) {
    this.types = types;
  }

  private static Map<String, String> usual() {
    Map<String, String> types = new HashMap<>();
    USUAL
        .lines()
        .forEach(
            line -> {
              int begin = line.indexOf(' ', Math.max(0, line.indexOf("charset")));
              for (String end : line.substring(begin + 1).split(" ", -1)) {
                types.put(end, line.substring(0, begin));
              }
            });
    return Map.copyOf(types);
  }

  /** The same with one more, or another one. */
  MediaTypes with(String end, String type) {
    Map<String, String> more = new HashMap<>(types);
    more.put(end.toLowerCase(Locale.ROOT), type);
    return new MediaTypes(Map.copyOf(more));
  }

  /** The type of a file with a name. */
  String of(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0
        ? UNKNOWN
        : types.getOrDefault(name.substring(dot + 1).toLowerCase(Locale.ROOT), UNKNOWN);
  }
}
