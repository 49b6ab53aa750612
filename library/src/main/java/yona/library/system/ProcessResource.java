package yona.library.system;

import java.util.List;
import yona.io.process.ChildProcess;
import yona.language.runtime.ManagedResource;
import yona.library.argument.Failure;
import yona.library.socket.ConnectionResource;

/** A process that runs, as a value; its connections are closed with it. */
final class ProcessResource extends ManagedResource {
  private final ChildProcess process;
  private final String name;
  private final ConnectionResource input;
  private final ConnectionResource output;
  private final ConnectionResource errors;

  private ProcessResource(ChildProcess process, String name) {
    this.process = process;
    this.name = name;
    this.input = ConnectionResource.partOf(process.input());
    this.output = ConnectionResource.partOf(process.output());
    this.errors = ConnectionResource.partOf(process.errors());
  }

  static ProcessResource of(ChildProcess process, String name) {
    ProcessResource resource = new ProcessResource(process, name);
    resource.hold();
    return resource;
  }

  /** The value as a process; another value is {@code :typeerror}. */
  static ProcessResource resource(Object value, String where) {
    if (value instanceof ProcessResource resource) {
      return resource;
    }
    throw Failure.type(where, "a process", value);
  }

  ChildProcess process() {
    return process;
  }

  ConnectionResource input() {
    return open(input);
  }

  ConnectionResource output() {
    return open(output);
  }

  ConnectionResource errors() {
    return open(errors);
  }

  private ConnectionResource open(ConnectionResource connection) {
    if (isReleased()) {
      throw Failure.of(Failure.CLOSED, "process " + name + ": closed");
    }
    return connection;
  }

  @Override
  protected void close() {
    process.close();
    List.of(input, output, errors).forEach(ManagedResource::release);
  }

  @Override
  public String source() {
    return "<process " + name + ">";
  }
}
