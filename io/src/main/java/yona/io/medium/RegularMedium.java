package yona.io.medium;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A regular file: its operations run in place. */
public final class RegularMedium implements Medium {

  /** Of an array the JDK makes a copy outside of the heap for each call, which it keeps. */
  private static final int PIECE = 128 * 1024;

  private final FileChannel channel;

  public RegularMedium(FileChannel channel) {
    this.channel = channel;
  }

  @Override
  public int read(byte[] into, int from, int length, long position) throws IOException {
    ByteBuffer piece = ByteBuffer.wrap(into, from, Math.min(length, PIECE));
    return Operations.inPlace(() -> channel.read(piece, position));
  }

  @Override
  public void write(byte[] bytes, int from, int length, long position) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes, from, length);
    Operations.inPlace(
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
    return Operations.inPlace(
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
    return Operations.inPlace(channel::size);
  }

  @Override
  public void truncate(long size) throws IOException {
    Operations.inPlace(() -> channel.truncate(size));
  }

  @Override
  public void sync() throws IOException {
    Operations.inPlace(
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
          channel.close();
          return true;
        });
  }
}
