package yona.graal;

import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.ExceptionType;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.source.Source;
import com.oracle.truffle.api.source.SourceSection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.DiagnosticPrinter;
import yona.language.syntax.Input;

/** A text is no program: the message shows each place with its line. */
@ExportLibrary(InteropLibrary.class)
final class YonaParseException extends AbstractTruffleException {
  private static final long serialVersionUID = 1;

  private final transient @Nullable SourceSection place;
  private final boolean incomplete;

  private YonaParseException(String message, @Nullable SourceSection place, boolean incomplete) {
    super(message);
    this.place = place;
    this.incomplete = incomplete;
  }

  /**
   * The error of a text.
   *
   * @param text the text as guests know it
   * @param source the same as the compiler knows it
   * @param diagnostics what is wrong, and warnings
   */
  static YonaParseException of(
      Source text, yona.language.diagnostics.Source source, List<Diagnostic> diagnostics) {
    Diagnostic first = diagnostics.stream().filter(Diagnostic::isError).findFirst().orElseThrow();
    SourceSection place =
        first.source().equals(source)
            ? text.createSection(first.range().start(), first.range().length())
            : null;
    return new YonaParseException(
        DiagnosticPrinter.print(diagnostics, false).stripTrailing(),
        place,
        Input.read(source).isIncomplete());
  }

  @ExportMessage
  ExceptionType getExceptionType() {
    return ExceptionType.PARSE_ERROR;
  }

  /** Whether more text could make it right, as a prompt asks. */
  @ExportMessage
  boolean isExceptionIncompleteSource() {
    return incomplete;
  }

  @ExportMessage
  boolean hasSourceLocation() {
    return place != null;
  }

  @ExportMessage
  SourceSection getSourceLocation() throws UnsupportedMessageException {
    if (place == null) {
      throw UnsupportedMessageException.create();
    }
    return place;
  }
}
