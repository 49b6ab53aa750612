package yona.library.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LongSortTest {
  @ParameterizedTest
  @ValueSource(
      ints = {0, 1, LongSort.RUN, LongSort.RUN + 1, 3 * LongSort.RUN + 12_345, 4 * LongSort.RUN})
  void sortsAsTheJdkDoes(int length) {
    long[] numbers = new Random(length).longs(length, -1_000_000, 1_000_000).toArray();
    long[] expected = numbers.clone();
    Arrays.sort(expected);
    assertThat(Arrays.equals(LongSort.sorted(numbers), expected)).isTrue();
  }
}
