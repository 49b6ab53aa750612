package yona.async.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import yona.async.Async;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Scope;

/** What holds of continuations whatever they run on. */
@ParameterizedClass
@EnumSource(Ground.class)
class ContinuationTest {
  @Parameter Ground ground = Ground.BARE;

  private final List<String> log = new ArrayList<>();

  private <S, R> Step<S, String, R> start(Prompt<S, String> prompt, Body<R, ?> body) {
    return ground.start(prompt, body);
  }

  private static <S, R> Continuation<S, String, R> suspended(Step<S, String, R> step) {
    return (Continuation<S, String, R>) step;
  }

  private static <R> R done(Step<?, ?, R> step) {
    return ((Step.Done<?, ?, R>) step).result();
  }

  @Test
  void aBodyThatDoesNotSuspendIsDone() {
    assertThat(done(start(ground.<String, String>prompt(), () -> "result"))).isEqualTo("result");
  }

  @Test
  void valuesGoOutAndAnswersComeIn() {
    Prompt<Integer, String> prompt = ground.prompt();
    var first = suspended(start(prompt, () -> prompt.suspend(1) + prompt.suspend(2)));
    assertThat(first.value()).isEqualTo(1);
    var second = suspended(first.resume("a"));
    assertThat(second.value()).isEqualTo(2);
    assertThat(done(second.resume("b"))).isEqualTo("ab");
  }

  @Test
  void nullIsAValueLikeAnyOther() {
    Prompt<@Nullable Integer, @Nullable String> prompt = ground.prompt();
    var first = suspended(start(prompt, () -> prompt.suspend(null)));
    assertThat(first.value()).isNull();
    assertThat((@Nullable Object) done(first.resume(null))).isNull();
  }

  @Test
  void anErrorIsRaisedAtTheSuspension() {
    Prompt<Integer, String> prompt = ground.prompt();
    IOException error = new IOException("no answer");
    var first =
        suspended(
            start(
                prompt,
                () -> {
                  try {
                    return prompt.suspend(1);
                  } catch (Exception raised) {
                    assertThat(raised).isSameAs(error);
                    return "mended" + prompt.suspend(2);
                  }
                }));
    var second = suspended(first.raise(error));
    assertThat(second.value()).isEqualTo(2);
    assertThat(done(second.resume("!"))).isEqualTo("mended!");
  }

  @Test
  void whatTheBodyRaisesIsRaisedByStartOrByResume() {
    Prompt<Integer, String> prompt = ground.prompt();
    IOException error = new IOException("checked");
    assertThatThrownBy(
            () ->
                start(
                    prompt,
                    () -> {
                      throw error;
                    }))
        .isSameAs(error);
    var first =
        suspended(
            start(
                prompt,
                () -> {
                  prompt.suspend(1);
                  throw error;
                }));
    assertThatThrownBy(() -> first.resume("a")).isSameAs(error);
    assertThatThrownBy(() -> prompt.suspend(1)).hasMessageContaining("nothing to suspend");
  }

  @Test
  void aContinuationIsOneShot() {
    Prompt<Integer, String> prompt = ground.prompt();
    var first = suspended(start(prompt, () -> prompt.suspend(1) + prompt.suspend(2)));
    var second = suspended(first.resume("a"));
    assertThatThrownBy(() -> first.resume("b"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("one-shot");
    assertThatThrownBy(() -> first.raise(new IOException())).hasMessageContaining("one-shot");
    first.cancel();
    assertThat(done(second.resume("b"))).isEqualTo("ab");
    assertThatThrownBy(() -> second.resume("c")).hasMessageContaining("one-shot");
  }

  @Test
  void aSuspensionNeedsABodyOfItsPrompt() {
    Prompt<Integer, String> prompt = ground.prompt();
    Prompt<Integer, String> other = ground.prompt();
    assertThatThrownBy(() -> prompt.suspend(1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("nothing to suspend");
    var step =
        start(
            prompt,
            () -> {
              assertThatThrownBy(() -> other.suspend(1)).hasMessageContaining("nothing to suspend");
              return prompt.suspend(2);
            });
    assertThat(done(suspended(step).resume("a"))).isEqualTo("a");
  }

  @Test
  void nothingThatRunsBesideTheBodyCanSuspendIt() {
    Prompt<Integer, String> prompt = ground.prompt();
    String result =
        done(
            start(
                prompt,
                () ->
                    Async.blocking(
                        _ -> {},
                        () -> {
                          var beside = Scope.current().background(() -> prompt.suspend(1));
                          assertThatThrownBy(beside::value)
                              .hasMessageContaining("nothing to suspend");
                          return "end";
                        })));
    assertThat(result).isEqualTo("end");
  }

  @Test
  void promptsNest() {
    Prompt<Integer, String> outer = ground.prompt();
    Prompt<Integer, String> inner = ground.prompt();
    var first =
        suspended(
            start(
                outer,
                () -> {
                  var one =
                      suspended(
                          start(
                              inner,
                              () -> {
                                log.add(inner.suspend(1));
                                log.add(outer.suspend(2));
                                return inner.suspend(3) + outer.suspend(4);
                              }));
                  log.add("inner gave " + one.value());
                  var three = suspended(one.resume("a"));
                  log.add("inner gave " + three.value());
                  return done(three.resume("c")) + outer.suspend(5);
                }));
    assertThat(first.value()).isEqualTo(2);
    var second = suspended(first.resume("b"));
    assertThat(second.value()).isEqualTo(4);
    var third = suspended(second.resume("d"));
    assertThat(third.value()).isEqualTo(5);
    assertThat(done(third.resume("e"))).isEqualTo("cde");
    assertThat(log).containsExactly("inner gave 1", "a", "b", "inner gave 3");
  }

  @Test
  void ofTheSamePromptTwiceTheInnerOneIsSuspendedTo() {
    Prompt<Integer, String> prompt = ground.prompt();
    var outside =
        suspended(
            start(
                prompt,
                () -> {
                  var inside = suspended(start(prompt, () -> prompt.suspend(1)));
                  return inside.value() + prompt.suspend(2) + done(inside.resume("in"));
                }));
    assertThat(outside.value()).isEqualTo(2);
    assertThat(done(outside.resume("out"))).isEqualTo("1outin");
  }

  @Test
  void anInnerContinuationOutlivesTheBodyThatStartedIt() {
    Prompt<Integer, String> outer = ground.prompt();
    Prompt<Integer, String> inner = ground.prompt();
    var left = done(start(outer, () -> start(inner, () -> inner.suspend(1))));
    assertThat(done(suspended(left).resume("a"))).isEqualTo("a");
  }

  @Test
  void anErrorGoesInThroughAllPrompts() {
    Prompt<Integer, String> outer = ground.prompt();
    Prompt<Integer, String> inner = ground.prompt();
    var first =
        suspended(
            start(
                outer,
                () -> {
                  try {
                    return done(
                        start(
                            inner,
                            () -> {
                              try {
                                return outer.suspend(1);
                              } finally {
                                log.add("inner");
                              }
                            }));
                  } finally {
                    log.add("outer");
                  }
                }));
    assertThatThrownBy(() -> first.raise(new IOException("in"))).hasMessage("in");
    assertThat(log).containsExactly("inner", "outer");
  }

  @Test
  void cancellingUnwindsTheBody() {
    Prompt<Integer, String> prompt = ground.prompt();
    var first =
        suspended(
            start(
                prompt,
                () -> {
                  try {
                    return prompt.suspend(1);
                  } finally {
                    assertThatThrownBy(() -> prompt.suspend(2))
                        .isInstanceOf(CancellationException.class);
                    log.add("released");
                  }
                }));
    first.cancel();
    assertThat(log).containsExactly("released");
    first.cancel();
    assertThatThrownBy(() -> first.resume("a")).hasMessageContaining("one-shot");
  }

  @Test
  void anErrorOfTheReleaseIsRaisedByCancel() {
    Prompt<Integer, String> prompt = ground.prompt();
    var first =
        suspended(
            start(
                prompt,
                () -> {
                  try {
                    return prompt.suspend(1);
                  } catch (CancellationException _) {
                    throw new IllegalArgumentException("release");
                  }
                }));
    assertThatThrownBy(first::cancel).hasMessage("release");
  }

  @Test
  void aLinkedContinuationIsCancelledWithItsScope() {
    Prompt<Integer, String> prompt = ground.prompt();
    Async.blocking(
        () -> {
          var first =
              suspended(
                  start(
                      prompt,
                      () -> {
                        try {
                          return prompt.suspend(1);
                        } finally {
                          log.add("released");
                        }
                      }));
          return Scope.current().link(first);
        });
    assertThat(log).containsExactly("released");
  }

  @Test
  void suspensionsFromDeepDown() {
    Prompt<Integer, String> prompt = ground.prompt();
    var step = start(prompt, () -> deep(prompt, 500));
    int count = 0;
    while (step instanceof Continuation<Integer, String, Integer> rest) {
      assertThat(rest.value()).isEqualTo(count++);
      step = rest.resume("1");
    }
    assertThat(done(step)).isEqualTo(500);
  }

  private static int deep(Prompt<Integer, String> prompt, int depth) {
    if (depth == 0) {
      return 0;
    }
    int below = deep(prompt, depth - 1);
    return below + Integer.parseInt(prompt.suspend(below));
  }
}
