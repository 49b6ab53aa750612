package yona.library.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LongSortTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 999, 1_000, 1_001, 2_000, 3_345, 4_000, 5_001, 1_000_000})
  void mergesWhatIsSortedInPieces(int length) {
    long[] numbers = numbers(length);
    long[] expected = numbers.clone();
    Arrays.sort(expected);
    assertThat(LongSort.sorted(numbers, 1_000)).isEqualTo(expected);
  }

  @Test
  void sortsMoreThanOnePiece() {
    long[] numbers = numbers(5_000_000);
    long[] expected = numbers.clone();
    Arrays.sort(expected);
    assertThat(Arrays.equals(LongSort.sorted(numbers), expected)).isTrue();
  }

  private static long[] numbers(int length) {
    return new Random(length).longs(length, -1_000_000, 1_000_000).toArray();
  }
}
