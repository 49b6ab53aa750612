package yona.io.medium;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A regular file: its operations run in place. */
public final class RegularMedium implements Medium {

  /** Of an array the JDK makes a copy outside of the heap for each call, which it keeps. */
  private static final int PIECE = 128 * 1024;

  private final FileChannel channel;
  private final FileOutput output;

  public RegularMedium(FileChannel channel) {
    this.channel = channel;
    this.output = new FileOutput(channel);
  }

  /** Runs an operation behind what was written before. */
  private <T> T inPlace(Operations.Operation<T> operation) throws IOException {
    return Operations.inPlace(
        () -> {
          output.settle();
          return operation.run();
        });
  }

  @Override
  public int read(byte[] into, int from, int length, long position) throws IOException {
    ByteBuffer piece = ByteBuffer.wrap(into, from, Math.min(length, PIECE));
    return inPlace(() -> channel.read(piece, position));
  }

  @Override
  public void write(byte[] bytes, int from, int length, long position) throws IOException {
    if (output.gather(bytes, from, length, position)) {
      return;
    }
    ByteBuffer rest = ByteBuffer.wrap(bytes, from, length);
    inPlace(
        () -> {
          long at = position;
          for (int end = rest.limit(); rest.position() < end; ) {
            rest.limit(Math.min(end, rest.position() + PIECE));
            at += channel.write(rest, at);
          }
          return at;
        });
  }

  @Override
  public long append(byte[] bytes, int from, int length) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes, from, length);
    return inPlace(
        () -> {
          for (int end = rest.limit(); rest.position() < end; ) {
            rest.limit(Math.min(end, rest.position() + PIECE));
            channel.write(rest);
          }
          return channel.position();
        });
  }

  @Override
  public long size() throws IOException {
    return inPlace(channel::size);
  }

  @Override
  public void truncate(long size) throws IOException {
    inPlace(() -> channel.truncate(size));
  }

  @Override
  public void sync() throws IOException {
    inPlace(
        () -> {
          channel.force(true);
          return true;
        });
  }

  @Override
  public boolean isSeekable() {
    return true;
  }

  @Override
  public void close() throws IOException {
    Operations.inPlace(
        () -> {
          try (channel) {
            output.settle();
          }
          return true;
        });
  }
}
