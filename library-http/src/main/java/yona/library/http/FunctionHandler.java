package yona.library.http;

import java.io.IOException;
import yona.async.Scope;
import yona.http.Handler;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.language.runtime.Function;
import yona.language.runtime.Invocation;

/** A function of a program as the handler of a route. */
final class FunctionHandler implements Handler {

  /** Makes the arguments of the function of a request. */
  @FunctionalInterface
  interface ArgumentsOf {
    Object[] of(Request request) throws IOException, HttpException;
  }

  private final Function function;
  private final ArgumentsOf arguments;
  private final String where;

  /** The run that the server belongs to: its fibers are in no scope of the program. */
  private final Invocation invocation = Invocation.current();

  FunctionHandler(Function function, ArgumentsOf arguments, String where) {
    this.function = function;
    this.arguments = arguments;
    this.where = where;
  }

  /** Calls the function as a {@code with} runs its steps: what it opens is released behind it. */
  @Override
  public Response handle(Request request) throws IOException, HttpException {
    try (Scope scope = Scope.open(invocation)) {
      return new ResponseValue(function.applyAll(arguments.of(request)), where)
          .response(request, scope, invocation);
    }
  }
}
