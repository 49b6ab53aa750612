package yona.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When threads that pass checkpoints are looked at, and for what. */
final class CheckpointTest {
  private final List<Long> looks = new ArrayList<>();
  private final Object memory = new Object();
  private final SoftReference<Object> reserve = new SoftReference<>(memory);

  @BeforeEach
  void guard() {
    Checkpoint.guardedBy(() -> looks::add);
  }

  @AfterEach
  void unguard() {
    Checkpoint.watch(null);
    Checkpoint.guardedBy(() -> _ -> {});
  }

  @Test
  void nobodyLooksWhileNothingIsToStop() {
    Checkpoint.pass();
    Checkpoint.allocating(Long.MAX_VALUE);
    assertThat(looks).isEmpty();
  }

  @Test
  void aThreadThatPassesIsLookedAtOnceTheReferenceIsCleared() {
    Checkpoint.watch(reserve);
    Checkpoint.pass();
    assertThat(looks).isEmpty();
    reserve.clear();
    Checkpoint.pass();
    assertThat(looks).containsExactly(0L);
    Checkpoint.watch(new SoftReference<>(memory));
    Checkpoint.pass();
    assertThat(looks).hasSize(1);
  }

  @Test
  void stopsAreSeenBesideAReferenceAndWithoutOne() {
    Checkpoint.watch(reserve);
    Checkpoint.raise();
    Checkpoint.pass();
    Checkpoint.watch(null);
    Checkpoint.pass();
    Checkpoint.lower();
    Checkpoint.pass();
    assertThat(looks).containsExactly(0L, 0L);
  }

  @Test
  void whoeverMakesALargeArrayOfElementsAsksBefore() {
    Checkpoint.watch(reserve);
    Seq text = Seq.text("x".repeat(3_000_000));
    looks.clear();
    var _ = Seq.text("small").toArray();
    assertThat(looks).isEmpty();
    var _ = text.asString();
    var _ = text.toUtf8();
    assertThat(looks).containsExactly(6_000_000L, 3_000_000L);
    looks.clear();
    var _ = Text.source(Seq.of(text, text));
    assertThat(looks).hasSizeGreaterThan(2).allMatch(bytes -> bytes >= 1 << 20);
  }

  @Test
  void anArrayThatIsRefusedIsNotMade() {
    Checkpoint.watch(reserve);
    Checkpoint.guardedBy(
        () ->
            bytes -> {
              throw new IllegalStateException("no room for " + bytes);
            });
    assertThatThrownBy(() -> Seq.range(0, 1L << 30, 1).toArray())
        .hasMessage("no room for " + (8L << 30));
  }
}
