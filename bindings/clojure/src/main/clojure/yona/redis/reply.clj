(ns ^:no-doc yona.redis.reply
  "The channel of a single reply: what `clojure.core.async` can take from, and what `yona.redis` calls
  back. It holds the reply until it is taken, by one; then it is closed. No thread or fiber waits for
  the reply, and nothing is ever put that could be refused.

  Whoever reads the connection calls `replied`, and must not be held up."
  (:require [clojure.core.async.impl.protocols :as impl]
            [yona.async.handlers :as handlers])
  (:import [yona.async Fiber Waiter]
           [yona.redis.connection ReplyListener]
           [yona.redis.jresp Replies]))

(set! *warn-on-reflection* true)

(def ^:private ^Object pending "No reply yet." (Object.))

(def ^:private ^Object done "Taken, or closed before there was a reply." (Object.))

(defn- enter
  "Adds one to those who wait, without those that wait no more."
  [takers taker]
  (let [open (filterv #(cond
                         (instance? Waiter %) (.isOpen ^Waiter %)
                         (fn? %) true
                         :else (impl/active? %))
                      takers)]
    (when (>= (count open) (long handlers/most-takers))
      (handlers/refuse-taker))
    (conj open taker)))

(defn- take-part
  "Gives one who waits a reply, or nil at the end: what is to be called afterwards, `true` if nothing
  is, nil if it does not take part any more."
  [taker reply]
  (cond
    (instance? Waiter taker) (when (.complete ^Waiter taker (if (nil? reply) done reply)) true)
    (fn? taker) (do (taker reply) true)
    :else (when-let [callback (handlers/commit taker)]
            #(handlers/run-callback callback (when (some? reply) (Replies/raw reply))))))

(defn- give
  "Gives the first who takes part the reply, and all others the end. What is to be called then, and
  whether the reply is taken."
  [takers reply]
  (reduce (fn [[calls taken] taker]
            (if-let [call (take-part taker (when-not taken reply))]
              [(if (fn? call) (conj calls call) calls) true]
              [calls taken]))
          [[] (nil? reply)]
          takers))

(definterface Cell
  (settle [reply])
  (end [])
  (begin [taker])
  (await [])
  (onReply [callback]))

(deftype ReplyChannel [^:unsynchronized-mutable state ^:unsynchronized-mutable takers after]
  Cell
  ;; What is to be called when a reply has come.
  (settle [this reply]
    (locking this
      (when (identical? state pending)
        (if (nil? takers)
          (do (set! state reply)
              nil)
          (let [[calls taken] (give takers reply)]
            (set! takers nil)
            (set! state (if taken done reply))
            calls)))))
  ;; What is to be called when nobody may take the reply any more.
  (end [this]
    (locking this
      (when (identical? state pending)
        (let [[calls] (give takers nil)]
          (set! takers nil)
          (set! state done)
          calls))))
  ;; The reply, `done`, or `pending` if the taker waits now.
  (begin [this taker]
    (locking this
      (let [seen state]
        (if (identical? seen pending)
          (set! takers (enter takers taker))
          (set! state done))
        seen)))
  ;; Waits for the reply: as `yona.redis` gives it, or nil at the end.
  (await [this]
    (let [waiter (Waiter.)
          seen (.begin this waiter)
          reply (if (identical? seen pending)
                  (do (Fiber/reachedWait)
                      (.await waiter "a reply of Redis"))
                  seen)]
      (when-not (identical? reply done)
        reply)))
  ;; Has a short function called with the reply, or with nil at the end.
  (onReply [this callback]
    (let [seen (.begin this callback)]
      (when-not (identical? seen pending)
        (callback (when-not (identical? seen done) seen)))))

  impl/ReadPort
  (take! [this handler]
    (locking this
      (cond
        (identical? state pending) (do (when (impl/blockable? handler)
                                         (set! takers (enter takers handler)))
                                       nil)
        (identical? state done) (when (handlers/commit handler)
                                  (handlers/box nil))
        :else (when (handlers/commit handler)
                (let [reply state]
                  (set! state done)
                  (handlers/box (Replies/raw reply)))))))

  impl/Channel
  (close! [this]
    (run! #(%) (.end this)))
  (closed? [this]
    (locking this
      (not (identical? state pending))))

  ReplyListener
  (replied [this reply]
    (when after
      (after reply))
    (run! #(%) (.settle this reply)))
  (failed [this reason]
    (when after
      (after reason))
    (run! #(%) (.settle this reason))))

(defn reply-channel
  "A channel without a reply. A function that is given is called with the reply first; it must be
  short, must not wait and must not raise."
  (^ReplyChannel [] (reply-channel nil))
  (^ReplyChannel [after] (ReplyChannel. pending nil after)))

(defn answered
  "A channel with a reply."
  [reply]
  (ReplyChannel. reply nil nil))
