package yona.graal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Programs and their values, for Java hosts. */
class LanguageTest {
  private final Context context = Context.create("yona");

  @AfterEach
  void close() {
    context.close();
  }

  private Value eval(String text) {
    return context.eval("yona", text);
  }

  @Test
  void aProgramGivesItsValue() {
    try (Context all = Context.create()) {
      assertThat(all.eval("yona", "5 + 3").asInt()).isEqualTo(8);
    }
  }

  @Test
  void numbersAreNumbersBeyond64BitsToo() {
    assertThat(eval("9223372036854775807").asLong()).isEqualTo(Long.MAX_VALUE);
    assertThat(eval("0.1 + 0.2").asDouble()).isEqualTo(0.1 + 0.2);
    assertThat(eval("200b").asInt()).isEqualTo(200);
    Value big = eval("2n ** 100");
    assertThat(big.isNumber()).isTrue();
    assertThat(big.fitsInLong()).isFalse();
    assertThat(big.asBigInteger()).isEqualTo(BigInteger.TWO.pow(100));
    assertThat(big.fitsInDouble()).isTrue();
    assertThat(eval("2n ** 100 + 1n").fitsInDouble()).isFalse();
    assertThat(eval("7n").asByte()).isEqualTo((byte) 7);
    assertThat(eval("128n").fitsInByte()).isFalse();
  }

  @Test
  void textsAreStrings() {
    assertThat(eval("\"tea\"").asString()).isEqualTo("tea");
    assertThat(eval("\"\"").asString()).isEmpty();
    assertThat(eval("'x'").asString()).isEqualTo("x");
    Value symbol = eval(":ok");
    assertThat(symbol.asString()).isEqualTo("ok");
    assertThat(symbol.getMetaObject().getMetaSimpleName()).isEqualTo("Symbol");
    assertThat(symbol.toString()).isEqualTo(":ok");
  }

  @Test
  void truthValuesAndNothing() {
    assertThat(eval("true").asBoolean()).isTrue();
    assertThat(eval("()").isNull()).isTrue();
  }

  @Test
  void seqsAndTuplesAreArrays() {
    Value seq = eval("[1, [2, 3], \"four\"]");
    assertThat(seq.getArraySize()).isEqualTo(3);
    assertThat(seq.getArrayElement(1).getArrayElement(1).asInt()).isEqualTo(3);
    assertThat(seq.as(List.class).get(2)).isEqualTo("four");
    assertThat(eval("(1, :a)").getArraySize()).isEqualTo(2);
    assertThatThrownBy(() -> seq.getArrayElement(3))
        .isInstanceOf(ArrayIndexOutOfBoundsException.class);
    assertThatThrownBy(() -> seq.setArrayElement(0, 5))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void seqsOfBytesAreBuffers() {
    Value bytes = eval("[1b, 2b, 255b, 0b]");
    assertThat(bytes.hasBufferElements()).isTrue();
    assertThat(bytes.getBufferSize()).isEqualTo(4);
    assertThat(bytes.readBufferByte(2)).isEqualTo((byte) -1);
    assertThat(bytes.readBufferShort(java.nio.ByteOrder.BIG_ENDIAN, 0)).isEqualTo((short) 0x0102);
    assertThat(bytes.readBufferShort(java.nio.ByteOrder.LITTLE_ENDIAN, 0))
        .isEqualTo((short) 0x0201);
    assertThatThrownBy(() -> bytes.readBufferInt(java.nio.ByteOrder.BIG_ENDIAN, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(eval("[1, 2]").hasBufferElements()).isFalse();
  }

  @Test
  void dictsAreHashesAndSetsIterate() {
    Value dict = eval("{\"a\" = 1, 2 = \"b\"}");
    assertThat(dict.getHashSize()).isEqualTo(2);
    assertThat(dict.getHashValue("a").asInt()).isEqualTo(1);
    assertThat(dict.getHashValue(2).asString()).isEqualTo("b");
    assertThat(dict.hasHashEntry("c")).isFalse();
    assertThat(dict.as(Map.class).get("a")).isEqualTo(1);
    Value iterator = eval("{1, 2, 3}").getIterator();
    int sum = 0;
    while (iterator.hasIteratorNextElement()) {
      sum += iterator.getIteratorNextElement().asInt();
    }
    assertThat(sum).isEqualTo(6);
  }

  @Test
  void recordsAndModulesHaveMembers() {
    Value module =
        eval(
            """
            module Shop exports Order, order, price as
                record Order = (item, count)
                order item count = Order(item = item, count = count)
                price = 3
            end
            """);
    assertThat(module.getMemberKeys()).containsExactlyInAnyOrder("order", "price");
    Value order = module.invokeMember("order", "tea", 3);
    assertThat(order.getMemberKeys()).containsExactly("item", "count");
    assertThat(order.getMember("count").asInt()).isEqualTo(3);
    assertThat(order.getMember("none")).isNull();
    assertThat(order.getMetaObject().getMetaSimpleName()).isEqualTo("Order");
    assertThat(order.getMetaObject().isMetaInstance(order)).isTrue();
    assertThat(module.getMember("price").execute().asInt()).isEqualTo(3);
    assertThat(order).hasToString("Order(item = \"tea\", count = 3)");
  }

  @Test
  void functionsAreExecutable() {
    Value add = eval("\\a b -> a + b");
    assertThat(add.execute(1, 2).asInt()).isEqualTo(3);
    assertThat(add.execute(1).execute(2).asInt()).isEqualTo(3);
    assertThat(add.execute(1, 2, 3).asInt()).isEqualTo(3);
    assertThat(eval("\\a -> \\b -> a - b").execute(5, 3).asInt()).isEqualTo(2);
    assertThat(eval("\\-> 5").execute().asInt()).isEqualTo(5);
    assertThat(add.as(java.util.function.IntBinaryOperator.class).applyAsInt(20, 22)).isEqualTo(42);
  }

  @Test
  void equalValuesAreIdentical() {
    assertThat(eval("[1, 2]")).isEqualTo(eval("[1, 2]")).isNotEqualTo(eval("[1, 3]"));
  }

  @Test
  void boundNamesAreSeenByProgramsThatMentionThem() {
    Value bindings = context.getBindings("yona");
    bindings.putMember("net", 200);
    assertThat(eval("net * 119 / 100").asInt()).isEqualTo(238);
    bindings.putMember("net", 100);
    assertThat(eval("net * 119 / 100").asInt()).isEqualTo(119);
    assertThat(bindings.getMemberKeys()).containsExactly("net");
    bindings.removeMember("net");
    assertThatThrownBy(() -> eval("net * 119 / 100"))
        .isInstanceOf(PolyglotException.class)
        .hasMessageContaining("net");
  }

  @Test
  void aHostFunctionIsCalled() {
    context.getBindings("yona").putMember("twice", (ProxyExecutable) all -> 2 * all[0].asInt());
    assertThat(eval("twice 21").asInt()).isEqualTo(42);
    assertThat(eval("[twice n | n <- [1, 2, 3]]")).hasToString("[2, 4, 6]");
  }

  @Test
  void whatWaitsWaits() {
    assertThat(
            eval("let a = (do sleep (:millis, 1) ; 1 end) ; b = (do sleep (:millis, 1) ; 2 end) in"
                    + " a + b")
                .asInt())
        .isEqualTo(3);
  }

  @Test
  void codeIsSharedByContextsOfAnEngine() throws Exception {
    try (Engine engine = Engine.create("yona")) {
      Source source = Source.newBuilder("yona", "\\-> :same", "shared.yona").build();
      for (int i = 0; i < 3; i++) {
        try (Context one = Context.newBuilder().engine(engine).build()) {
          assertThat(one.eval(source).execute().asString()).isEqualTo("same");
        }
      }
    }
  }
}
