package yona.graal;

import com.oracle.truffle.api.TruffleFile;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Which files are in Yona: those whose names end in {@code .yona}, and they are UTF-8. */
public final class YonaFiles implements TruffleFile.FileTypeDetector {
  /** Made by the engine. */
  public YonaFiles() {}

  @Override
  public @Nullable String findMimeType(TruffleFile file) {
    String name = file.getName();
    return name != null && name.endsWith(".yona") ? YonaLanguage.MIME_TYPE : null;
  }

  @Override
  public @Nullable Charset findEncoding(TruffleFile file) {
    return findMimeType(file) == null ? null : StandardCharsets.UTF_8;
  }
}
