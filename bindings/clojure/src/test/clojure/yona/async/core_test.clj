(ns yona.async.core-test
  (:require [clojure.test :refer [deftest is testing]]
            [yona.async.core :as y]
            [yona.testing :refer [error]])
  (:import [java.io IOException]
           [yona.async FiberScheduler TimeoutException]))

(def ^:dynamic *bound* :root)

(deftest a-future-has-the-value-of-its-body
  (is (= ["ONE" "TWO"] (y/blocking
                        (let [one (y/future* (y/sleep 1) "ONE")
                              two (y/future* "TWO")]
                          [@one @two]))))
  (is (nil? (y/blocking @(y/future* nil))))
  (testing "and the dynamic bindings of the caller"
    (is (= [:bound :root] (y/blocking
                           [(binding [*bound* :bound] @(y/future* *bound*))
                            @(y/future* *bound*)]))))
  (testing "also where it fails"
    (let [boom (IOException. "boom")]
      (is (identical? boom (error #(y/blocking @(y/future* (throw boom)))))))))

(deftest a-future-is-a-reference-of-clojure
  (y/blocking
   (let [promise (y/promise*)]
     (is (not (realized? promise)))
     (is (= :late (deref promise 1 :late)))
     (is (y/complete! promise 1))
     (is (not (y/complete! promise 2)))
     (is (realized? promise))
     (is (= 1 @promise (deref promise 1 :late) (y/receive promise))))
   (let [promise (y/promise*)]
     (is (y/fail! promise (ex-info "no" {})))
     (is (= "no"
            (ex-message (error #(deref promise)))
            (ex-message (error #(deref promise 1 :late))))))))

(deftest futures-are-put-together
  (y/blocking
   (is (= [1 2] @(y/zip (y/future* 1) (y/future* 2))))
   (is (= 2 @(y/alt (y/future* (throw (IOException. "no"))) (y/future* 2))))
   (let [slow (y/future* (y/sleep 60000))]
     (is (= 1 @(y/alt-cancel slow (y/future* 1))))
     (is (y/cancelled? (error #(deref slow)))))))

(deftest all-are-done-at-the-same-time
  (let [one (y/promise*)
        two (y/promise*)]
    (is (= [2 1] (y/blocking (y/all (do (y/complete! one 1) @two)
                                    (do (y/complete! two 2) @one))))))
  (is (= [] (y/all)))
  (testing "until one fails"
    (let [ended (atom false)
          boom (ex-info "boom" {})]
      (is (identical? boom (error #(y/all (try
                                            (y/sleep 60000)
                                            (finally (reset! ended true)))
                                          (do (y/sleep 1) (throw boom))))))
      (is @ended))))

(deftest the-first-wins-a-race
  (is (= :fast (y/race (do (y/sleep 60000) :slow) :fast)))
  (is (= "no" (ex-message (error #(y/race (throw (ex-info "no" {})) (y/sleep 60000))))))
  (is (re-find #"race: expected at least one"
               (str (ex-message (ex-cause (error #(eval `(y/race)))))))))

(deftest no-fiber-outlives-its-scope
  (let [ended (promise)]
    (y/blocking
     (let [begun (y/promise*)]
       (y/future* (try
                    (y/complete! begun true)
                    (y/sleep 60000)
                    (catch Throwable e
                      (deliver ended (y/cancelled? e))
                      (throw e))))
       @begun))
    (is (realized? ended))
    (is (true? @ended)))
  (is (= "future*: fibers belong to a scope: run this inside (yona.async.core/blocking ...)"
         (ex-message (error #(y/future* 1)))))
  (is (instance? IllegalStateException (error #(y/future* 1)))))

(deftest a-time-limit-cancels
  (is (instance? TimeoutException (error #(y/with-timeout 1 (y/sleep 60000)))))
  (is (= 1 (y/with-timeout 60000 1)))
  (is (re-find #"expected milliseconds" (ex-message (error #(y/sleep "x"))))))

(deftest what-must-not-be-interrupted-is-not
  (let [seen (atom nil)]
    (y/blocking
     (let [begun (y/promise*)
           go-on (y/promise*)
           careful (y/future* (y/uninterruptible
                               (y/complete! begun true)
                               (reset! seen @go-on))
                              (y/sleep 60000))]
       @begun
       (y/cancel careful)
       (y/complete! go-on :seen)
       (is (y/cancelled? (error #(deref careful))))))
    (is (= :seen @seen))))

(deftest fibers-run-where-they-are-told
  (is (= 7 (y/blocking-on (FiberScheduler/carriers 1) @(y/future* 7))))
  (is (instance? ClassCastException (error #(y/blocking-on :elsewhere 7)))))

(deftest what-is-no-future-is-refused
  (is (re-find #"expected a future, found 7" (ex-message (error #(y/cancel 7)))))
  (is (re-find #"expected a promise"
               (ex-message (error #(y/blocking (y/complete! (y/future* 1) 2)))))))

(deftest ten-thousand-at-once
  (is (= (range 10000) (y/blocking
                        (mapv deref (mapv #(y/future* (y/sleep 1) %) (range 10000)))))))

(defn- nested
  "So many futures inside each other, each awaited by the one around; the threads that run them."
  [depth]
  (if (zero? (long depth))
    (do (y/sleep 1)
        [(Thread/currentThread)])
    (conj @(y/future* (nested (dec (long depth)))) (Thread/currentThread))))

(deftest futures-inside-futures-have-no-limit
  (let [threads (y/blocking-on (FiberScheduler/carriers 1) @(y/future* (nested 3000)))]
    (is (= 3001 (count threads)))
    (testing "as no thread has many of them on its stack"
      (is (every? #(<= (long %) 65) (vals (frequencies threads)))))))

(def ^:dynamic *place* :root)

(deftest bindings-belong-to-who-made-them
  (y/blocking
   @(y/future*
     (let [inner (binding [*place* :inner]
                   (y/future* *place*))]
       (is (= :inner @inner))
       (is (= :root *place*)))
     (binding [*place* :outer]
       (is (= [1 2] (y/all 1 2)))
       (is (= :outer *place*)))
     (let [made (y/future* 1)]
       (is (= [1 :bound] (binding [*place* :bound]
                           [@made *place*])))))))
