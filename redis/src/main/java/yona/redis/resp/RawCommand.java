package yona.redis.resp;

/** A command of parts that nothing else is known of. */
final class RawCommand implements RespCommand {

  private final Object[] parts;

  RawCommand(Object[] parts) {
    this.parts = parts;
  }

  @Override
  public void writeTo(RespEncoder encoder) {
    encoder.command(parts);
  }

  @Override
  public Object[] words() {
    return parts;
  }
}
