(ns yona.async.stm-test
  (:require [clojure.test :refer [deftest is testing]]
            [yona.async.core :as y]
            [yona.testing :refer [error]])
  (:import [yona.async.stm TransactionException]))

(deftest a-transaction-happens-as-a-whole
  (let [from (y/tvar 100)
        to (y/tvar 0)
        move (fn [n]
               (y/atomically
                (y/check (>= @from n))
                (y/talter! from - n)
                (y/talter! to + n)))]
    (is (= 10 (move 10)))
    (is (= [90 10] [@from @to]))
    (testing "or not at all"
      (is (= "no" (ex-message (error #(y/atomically
                                       (y/tset! from 0)
                                       (throw (ex-info "no" {})))))))
      (is (= 90 @from)))))

(deftest what-does-not-hold-is-waited-for
  (y/blocking
   (let [v (y/tvar 0)
         waiting (y/future* (y/atomically
                             (when (zero? @v)
                               (y/retry))
                             (y/talter! v inc)))]
     (y/atomically (y/tset! v 6))
     (is (= 7 @waiting @v)))))

(deftest the-other-one-goes-on
  (let [a (y/tvar 0)
        b (y/tvar 1)]
    (is (= :b (y/atomically
               (y/or-else (do (y/tset! a 7)
                              (y/check (pos? 0))
                              :a)
                          (do (y/tset! b 2)
                              :b)))))
    (is (= [0 2] [@a @b]))))

(deftest counters-of-many-fibers-lose-nothing
  (let [v (y/tvar 0)]
    (y/blocking
     (run! deref (mapv (fn [_] (y/future* (dotimes [_ 100]
                                            (y/atomically (y/talter! v inc)))))
                       (range 100))))
    (is (= 10000 @v))
    (is (= 10000 (y/read-only @v)))))

(deftest writes-are-for-transactions
  (let [v (y/tvar 0)]
    (is (instance? TransactionException (error #(y/tset! v 1))))
    (is (instance? TransactionException (error #(y/read-only (y/tset! v 1)))))
    (is (re-find #"expected a variable of tvar, found 7" (ex-message (error #(y/tset! 7 1)))))))

(deftest effects-in-a-transaction-are-refused-by-their-names
  (let [refusal (fn [f] (ex-message (error #(y/atomically (f)))))
        end " inside a transaction, which may be repeated or undone: nothing is committed"]
    (is (= (str "sleep" end) (refusal #(y/sleep 1))))
    (is (= (str "deref" end)
           (refusal #(deref (y/promise*)))
           (refusal #(deref (y/promise*) 1 :late))))
    (is (= (str "send" end) (refusal #(y/send (y/chan 1) 1))))
    (is (= (str "receive" end) (refusal #(y/receive (y/chan 1)))))
    (is (= (str "alts" end) (refusal #(y/alts [(y/chan 1)]))))))

(deftest refs-of-clojure-are-apart
  (let [r (ref 0)
        v (y/tvar 0)]
    (dosync
     (alter r inc)
     (y/atomically (y/talter! v inc)))
    (is (= [1 1] [@r @v]))))
