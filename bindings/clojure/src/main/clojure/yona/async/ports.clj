(ns ^:no-doc yona.async.ports
  "Makes what can be awaited in `yona.async` a port of core.async: a source and a future can be taken
  from, a channel can also be put to and closed. Loading this is enough.

  A take that has to wait stands at the source through a relay, of which there is one for each source:
  so what loses an `alts!` again and again leaves nothing behind there."
  (:require [clojure.core.async.impl.dispatch :as dispatch]
            [clojure.core.async.impl.protocols :as impl]
            [yona.async.handlers :as handlers])
  (:import [java.lang.ref WeakReference]
           [java.util ArrayDeque Map WeakHashMap]
           [yona.async Listener Result Result$Success Result$Failure Source]
           [yona.async.channel Channel ChannelClosedException Read]))

(set! *warn-on-reflection* true)

(defn plain
  "An item as a core.async port gives it: of a channel the value, or nil if it is closed; of a future
  the value, or the error."
  [item]
  (cond
    (instance? Result$Success item) (.value ^Result$Success item)
    (instance? Result$Failure item) (.error ^Result$Failure item)
    (instance? Read item) (let [^Read read item]
                            (when-not (.isClosed read)
                              (.get read)))
    :else item))

(defn- first-active
  "The callback of the first that still takes part; takes out all up to there."
  [^ArrayDeque takers]
  (loop []
    (when-let [handler (.poll takers)]
      (or (handlers/commit handler) (recur)))))

(definterface Waiting
  (enter [handler])
  (stand []))

(deftype Relay [^Source source ^ArrayDeque takers ^:unsynchronized-mutable standing]
  Waiting
  ;; Adds one who waits; whether the relay has to be put at the source.
  (enter [this handler]
    (locking this
      (.removeIf takers (reify java.util.function.Predicate
                          (test [_ taker] (not (impl/active? taker)))))
      (when (>= (.size takers) (long handlers/most-takers))
        (handlers/refuse-taker))
      (.add takers handler)
      (let [first? (not standing)]
        (set! standing true)
        first?)))
  ;; Stands at the source again if there are more who wait.
  (stand [this]
    (locking this
      (let [again? (and (not standing) (not (.isEmpty takers)))]
        (when again?
          (set! standing true))
        again?)))

  Listener
  (complete [this item]
    (locking this
      (if-let [callback (first-active takers)]
        (do (set! standing false)
            (when-not (.isEmpty takers)
              (dispatch/exec #(when (.stand this)
                                (.onComplete source this))
                             :core-async-dispatch))
            (handlers/run-callback callback (plain item))
            true)
        false)))
  (claim [_] nil))

(def ^:private ^Map relays
  "The relay of each source or channel at which one stands. A source has its relay as long as that
  stands there."
  (WeakHashMap.))

(defn- relay
  ^Relay [key ^Source source]
  (locking relays
    (or (when-let [^WeakReference known (.get relays key)]
          (.get known))
        (let [made (Relay. source (ArrayDeque.) false)]
          (.put relays key (WeakReference. made))
          made))))

(defn- take-now
  "An item that is there, in a box; else nil."
  [^Source source handler]
  (let [taken (volatile! nil)]
    (when (.poll source (reify Listener
                          (complete [_ item]
                            (if (handlers/commit handler)
                              (do (vreset! taken (handlers/box (plain item)))
                                  true)
                              false))
                          (claim [_] nil)))
      @taken)))

(defn take-from
  "A take from a source. The key is what has one relay."
  [key ^Source source handler]
  (or (take-now source handler)
      (when (impl/blockable? handler)
        (let [relay (relay key source)]
          (when (.enter relay handler)
            (.onComplete source relay))
          nil))))

(defn- put-to
  [^Channel channel value handler]
  (when (nil? value)
    (throw (IllegalArgumentException. "Can't put nil on channel")))
  (when-not (zero? (long (impl/lock-id handler)))
    (throw (UnsupportedOperationException.
            (str "alts of core.async cannot send to a channel of yona.async, but to one of core.async;"
                 " alts of yona.async.core can, among channels of its own"))))
  (let [sent (try
               (when (.trySend channel value)
                 (handlers/box true))
               (catch ChannelClosedException _
                 (handlers/box false)))]
    (cond
      sent (do (handlers/commit handler)
               sent)
      (impl/blockable? handler)
      (let [callback (handlers/commit handler)]
        (.onComplete (.canSend channel value)
                     (reify Listener
                       (complete [_ open]
                         (handlers/run-callback callback open)
                         true)
                       (claim [_] nil)))
        nil))))

(extend-protocol impl/ReadPort
  Source
  (take! [source handler]
    (take-from source source handler))
  Channel
  (take! [channel handler]
    (take-from channel (.canRead channel) handler)))

(extend-protocol impl/WritePort
  Channel
  (put! [channel value handler]
    (put-to channel value handler)))

(extend-protocol impl/Channel
  Channel
  (close! [channel]
    (.close channel)
    nil)
  (closed? [channel]
    (.isClosed channel)))
