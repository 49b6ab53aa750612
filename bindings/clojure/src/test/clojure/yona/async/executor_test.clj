(ns yona.async.executor-test
  (:require [clojure.test :refer [deftest is testing]]
            [yona.async.core :as y]
            [yona.async.executor :as executor])
  (:import [java.util.concurrent CountDownLatch Executor]))

(deftest fibers-are-for-what-waits
  (is (instance? Executor (executor/factory :io)))
  (is (instance? Executor (executor/factory :core-async-dispatch)))
  (is (nil? (executor/factory :compute)))
  (is (nil? (executor/factory :mixed)))
  (is (nil? (executor/factory :unheard-of))))

(deftest tasks-that-block-hold-up-no-others
  (let [^Executor fibers (executor/factory :core-async-dispatch)
        all (CountDownLatch. 1000)]
    (dotimes [_ 1000]
      (.execute fibers #(do (.countDown all)
                            (.await all))))
    (.await all)
    (is (zero? (.getCount all)))))

(deftest a-task-may-wait-as-fibers-do
  (let [^Executor fibers (executor/factory :io)
        got (promise)]
    (.execute fibers #(deliver got [(.isVirtual (Thread/currentThread))
                                    (y/all (do (y/sleep 1) 1) 2)]))
    (is (= [true [1 2]] @got))))

(deftest an-error-goes-to-the-handler
  (let [^Executor fibers (executor/factory :io)
        reported (promise)
        old (Thread/getDefaultUncaughtExceptionHandler)]
    (Thread/setDefaultUncaughtExceptionHandler
     (reify Thread$UncaughtExceptionHandler
       (uncaughtException [_ _ e]
         (deliver reported e))))
    (try
      (.execute fibers #(throw (ex-info "in a fiber" {})))
      (is (= "in a fiber" (ex-message @reported)))
      (finally
        (Thread/setDefaultUncaughtExceptionHandler old)))))
