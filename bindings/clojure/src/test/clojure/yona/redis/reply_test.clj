(ns yona.redis.reply-test
  "What core.async does with the channel of a reply."
  (:require [clojure.core.async :as a]
            [clojure.core.async.impl.protocols :as impl]
            [clojure.test :refer [deftest is testing]]
            [yona.async.core :as y]
            [yona.redis.client :as client]
            [yona.redis.reply :as reply]
            [yona.testing :refer [error]])
  (:import [yona.async Async]
           [yona.redis.connection ReplyListener UnansweredException]
           [yona.redis.jresp BulkStr Err]
           [yona.redis.reply ReplyChannel]
           [yona.redis.resp BulkString]))

(defn- answer
  [^ReplyListener channel text]
  (.replied channel (BulkString/of ^String text)))

(deftest a-reply-is-taken-once-and-then-it-is-closed
  (let [channel (reply/reply-channel)]
    (is (nil? (a/poll! channel)))
    (is (not (impl/closed? channel)))
    (answer channel "a")
    (is (impl/closed? channel))
    (is (= (BulkStr. "a") (a/<!! channel)))
    (is (nil? (a/<!! channel)))
    (is (nil? (a/poll! channel)))))

(deftest one-who-waits-is-given-it-and-others-the-end
  (let [channel (reply/reply-channel)
        takes (vec (repeatedly 3 #(a/thread (or (a/<!! channel) :end))))
        goes (vec (repeatedly 3 #(a/go (or (a/<! channel) :end))))]
    (answer channel "a")
    (is (= {(BulkStr. "a") 1 :end 5} (frequencies (map a/<!! (concat takes goes)))))))

(deftest one-that-is-closed-gives-nothing
  (let [channel (reply/reply-channel)
        take (a/thread (or (a/<!! channel) :end))]
    (a/close! channel)
    (answer channel "late")
    (is (= :end (a/<!! take)))
    (is (nil? (a/<!! channel))))
  (testing "what was there before can still be taken"
    (let [channel (reply/answered (BulkString/of "a"))]
      (a/close! channel)
      (is (= "a" (client/<!! channel))))))

(deftest who-loses-a-choice-leaves-the-reply
  (let [channel (reply/reply-channel)
        other (a/chan 1)]
    (dotimes [i 5000]
      (a/>!! other i)
      (is (= [i other] (a/alts!! [channel other] :priority true))))
    (answer channel "a")
    (is (= [(BulkStr. "a") channel] (a/alts!! [channel other])))))

(deftest of-two-replies-a-choice-takes-one
  (dotimes [_ 500]
    (let [one (reply/reply-channel)
          two (reply/reply-channel)
          choice (a/go (a/alts! [one two]))
          answers [(a/thread (answer one "a")) (a/thread (answer two "b"))]]
      (run! a/<!! answers)
      (let [[taken port] (a/<!! choice)
            left (a/<!! (if (identical? port one) two one))]
        (is (= #{(BulkStr. "a") (BulkStr. "b")} #{taken left}))))))

(deftest too-many-who-wait-are-refused
  (let [channel (reply/reply-channel)]
    (dotimes [_ 1024]
      (a/take! channel (fn [_])))
    (is (re-find #"No more than 1024" (ex-message (error #(a/take! channel (fn [_]))))))))

(deftest callbacks-hold-up-nobody
  (let [channel (reply/reply-channel)
        other (reply/reply-channel)
        caller (Thread/currentThread)
        got (promise)]
    (a/take! channel (fn [v]
                       ;; Waits for what comes only when this thread goes on.
                       (client/<!! other)
                       (deliver got [v (identical? caller (Thread/currentThread))])))
    (answer channel "a")
    (answer other "b")
    (is (= [(BulkStr. "a") false] @got))))

(deftest a-fiber-that-is-cancelled-leaves-the-reply
  (let [channel (reply/reply-channel)]
    (dotimes [_ 10]
      (y/blocking
       (let [waiting (y/future* (client/<!! channel))]
         (Async/yield)
         (y/cancel waiting)
         (is (y/cancelled? (error #(deref waiting)))))))
    (answer channel "a")
    (is (= "a" (client/<!! channel)))))

(deftest an-answer-that-does-not-come-is-an-error
  (let [^ReplyChannel channel (reply/reply-channel)]
    (.failed channel (UnansweredException. "lost" true false nil))
    (let [raw (a/<!! channel)]
      (is (instance? Err raw))
      (is (= {:type :redis :msg "lost; it may have been executed" :may-have-run true :timed-out false}
             (ex-data (error #(client/read-value raw))))))))
