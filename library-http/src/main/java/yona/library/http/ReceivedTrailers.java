package yona.library.http;

import org.jspecify.annotations.Nullable;
import yona.http.Headers;

/** What a Stream of content comes from, behind which there may be fields. */
interface ReceivedTrailers {

  /** The fields; null before the end of the content. */
  @Nullable Headers trailers();
}
