(ns yona.async.factory-test
  "That core.async asks the factory, in a JVM of its own, as it asks once."
  (:require [clojure.string :as string]
            [clojure.test :refer [deftest is]])
  (:import [java.util List]))

(def ^:private program
  "What the JVM prints the value of."
  '(do
     (require '[clojure.core.async :as a]
              '[yona.async.core :as y])
     (let [virtual? #(.isVirtual (Thread/currentThread))
           all (java.util.concurrent.CountDownLatch. 1000)
           blocked (mapv (fn [i] (a/go
                                   (.countDown all)
                                   (.await all)
                                   i))
                         (range 1000))
           ended (promise)]
       (Thread/setDefaultUncaughtExceptionHandler
        (reify Thread$UncaughtExceptionHandler
          (uncaughtException [_ _ e]
            (deliver ended (ex-message e)))))
       (a/go (throw (ex-info "in a go block" {})))
       (prn [(a/<!! (a/go (virtual?)))
             (a/<!! (a/io-thread (virtual?)))
             (a/<!! (a/thread (virtual?)))
             (a/<!! (a/go (y/all (do (y/sleep 1) 1) 2)))
             (= (range 1000) (map a/<!! blocked))
             @ended]))))

(deftest go-blocks-are-fibers
  (let [command (List/of (str (System/getProperty "java.home") "/bin/java")
                         "--add-opens" "java.base/java.lang=ALL-UNNAMED"
                         "-XX:+UseSerialGC"
                         "-Dclojure.core.async.executor-factory=yona.async.executor/factory"
                         "-cp" (or (System/getProperty "surefire.test.class.path")
                                   (System/getProperty "java.class.path"))
                         "clojure.main" "-e" (pr-str program))
        process (.start (.redirectErrorStream (ProcessBuilder. ^List command) true))
        output (slurp (.getInputStream process))]
    (is (zero? (.waitFor process)) output)
    (is (= "[true true false [1 2] true \"in a go block\"]" (string/trim output)))))
