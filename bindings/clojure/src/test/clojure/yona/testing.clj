(ns yona.testing
  "Runs the tests of namespaces for JUnit, and what several of them need."
  (:require [clojure.core.async :as a]
            [clojure.string :as string]
            [clojure.test :as test]
            [yona.redis.client :as client]
            [yona.redis.core :as redis])
  (:import [java.io Closeable StringWriter]
           [yona.redis.embedded EmbeddedRedis]))

(set! *warn-on-reflection* true)

;; ---- for JUnit ---------------------------------------------------------------------------------

(defn- load-strictly
  "Loads a namespace; what Clojure warns of is an error."
  [namespace]
  (let [warnings (StringWriter.)]
    (binding [*err* warnings
              *warn-on-reflection* true]
      (require namespace))
    (when-not (string/blank? (str warnings))
      (throw (AssertionError. (str warnings))))))

(defn- run-test
  "Runs a test; raises an error with all that failed, or if nothing was looked at."
  [fixture test-var]
  (let [text (StringWriter.)
        counted (binding [test/*test-out* text
                          test/*report-counters* (ref test/*initial-report-counters*)
                          test/*testing-vars* ()]
                  (fixture #(test/test-var test-var))
                  @test/*report-counters*)]
    (when (or (pos? (+ (long (:fail counted 0)) (long (:error counted 0)))))
      (throw (AssertionError. (str text))))
    (when (zero? (long (:pass counted 0)))
      (throw (AssertionError. "the test asserts nothing")))))

(defn tests
  "The tests of a namespace, each a name and a function."
  [namespace]
  (load-strictly namespace)
  (let [fixture (test/join-fixtures (::test/each-fixtures (meta (the-ns namespace))))]
    (when (::test/once-fixtures (meta (the-ns namespace)))
      (throw (AssertionError. "fixtures are for each test here")))
    (vec (for [[title test-var] (sort (ns-interns namespace))
               :when (:test (meta test-var))]
           (clojure.lang.MapEntry. (str title) #(run-test fixture test-var))))))

;; ---- for tests ---------------------------------------------------------------------------------

(def server
  "A server for all tests of a JVM, which ends with it."
  (delay (EmbeddedRedis/start)))

(defn port
  "The port of the server."
  []
  (.port ^EmbeddedRedis @server))

(def ^:dynamic *pool* nil)

(defn with-pool
  "A fixture: a pool whose server has no data."
  [f]
  (with-open [^Closeable pool (redis/make-pool {:port (port) :host "127.0.0.1"})]
    (client/wait!! (client/flushall pool))
    (client/wait!! (client/script-flush pool))
    (binding [*pool* pool]
      (f))))

(defn until
  "Waits until a condition holds that something else brings about."
  [condition]
  (while (not (condition))
    (Thread/onSpinWait)))

(defn error
  "What an expression raises."
  [f]
  (try
    (f)
    nil
    (catch Throwable e
      e)))

(defn value
  "A reply as data; a value that never comes fails the test instead of hanging it."
  [channel]
  (client/<!! channel))

(defn taken
  "What a channel gives next."
  [channel]
  (a/<!! channel))
