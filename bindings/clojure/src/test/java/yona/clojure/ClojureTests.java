package yona.clojure;

import clojure.java.api.Clojure;
import clojure.lang.IFn;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the tests of a namespace, each as one of JUnit. */
abstract class ClojureTests {

  private final String namespace;

  ClojureTests(String namespace) {
    this.namespace = namespace;
  }

  @TestFactory
  @SuppressWarnings("unchecked")
  Stream<DynamicTest> tests() {
    Clojure.var("clojure.core", "require").invoke(Clojure.read("yona.testing"));
    List<Map.Entry<String, IFn>> tests =
        (List<Map.Entry<String, IFn>>)
            Clojure.var("yona.testing", "tests").invoke(Clojure.read(namespace));
    return tests.stream()
        .map(test -> DynamicTest.dynamicTest(test.getKey(), () -> test.getValue().invoke()));
  }
}
