(ns yona.bench.redis-rows
  "The rows of Redis with the client for core.async."
  (:require [yona.redis.client :as client]
            [yona.redis.core :as redis]))

(set! *warn-on-reflection* true)
(set! *unchecked-math* :warn-on-boxed)

(defn open
  [port]
  (redis/make-pool {:host "127.0.0.1" :port port}))

(defn- replies
  "How many of the replies to commands that are sent one behind the other are as expected."
  ^long [^long size expected send]
  (let [channels (object-array size)]
    (dotimes [i size]
      (aset channels i (send)))
    (loop [i 0
           good 0]
      (if (< i size)
        (recur (inc i) (if (= expected (client/<!! (aget channels i))) (inc good) good))
        good))))

(defn pings
  [pool size]
  (replies size "PONG" #(client/ping pool)))

(defn sets
  "So many at a time are on their way."
  [pool size]
  (let [window 10000]
    (loop [left (long size)
           good 0]
      (if (pos? left)
        (let [count (min left window)]
          (recur (- left count) (+ good (replies count "OK" #(client/set pool "key" "value")))))
        good))))
