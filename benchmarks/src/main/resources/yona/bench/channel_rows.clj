(ns yona.bench.channel-rows
  "The rows of core.async's own channels, between go blocks."
  (:require [clojure.core.async :as a]))

(set! *warn-on-reflection* true)

(defn hops
  "One go block sends values to another one; gives their sum."
  [size]
  (let [channel (a/chan)
        size (long size)]
    (a/go-loop [i 0]
      (when (< i size)
        (a/>! channel i)
        (recur (inc i))))
    (a/<!! (a/go-loop [i 0
                       sum 0]
             (if (< i size)
               (recur (inc i) (+ sum (long (a/<! channel))))
               sum)))))

(defn blocks
  "Each value is that of a go block of its own; gives their sum."
  [size]
  (let [size (long size)]
    (a/<!! (a/go-loop [i 0
                       sum 0]
             (if (< i size)
               (recur (inc i) (+ sum (long (a/<! (a/go i)))))
               sum)))))
