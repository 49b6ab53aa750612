(ns ^:no-doc yona.redis.messages
  "Subscriptions and the monitor: each has a fiber, which waits for messages and puts them to a
  channel as fast as they are taken from there."
  (:require [clojure.core.async :as a]
            [yona.redis.core :as core])
  (:import [java.io IOException]
           [yona.async Body Future Listener Waiter]
           [yona.async.channel Read ReadableChannel]
           [yona.redis Message Redis RedisException Subscription]
           [yona.redis.connection UnansweredException]
           [yona.redis.jresp Ary BulkStr Err Replies SimpleStr]))

(set! *warn-on-reflection* true)

(def ^:private buffered
  "How many messages a channel holds for those who take them."
  16)

(defn- put-waiting
  "Puts a value, and suspends the fiber until it is taken or there is room; false if the channel is
  closed."
  [channel value]
  (let [waiter (Waiter.)]
    (a/put! channel value #(.complete waiter (boolean %)))
    (.await waiter "a core.async channel")))

(defn- unsent
  "An error of this side: nothing was sent."
  [message cause]
  (Err/unanswered (UnansweredException. message false false cause)))

(defn- error
  "An error as a raw reply."
  [^Throwable e]
  (cond
    (instance? UnansweredException e) (Err/unanswered e)
    ;; What the server says.
    (instance? RedisException e) (Err. (str (.getMessage e)))
    :else (unsent (str (.getMessage e)) e)))

(defn- relay
  "Puts what a channel of fibers gives to another one, until either is closed."
  [^ReadableChannel from to raw]
  (loop []
    (let [^Read read (.read from)]
      (when-not (.isClosed read)
        (when (put-waiting to (raw (.get read)))
          (recur))))))

(defn- start
  "Runs a function in a fiber of a pool, and at the end another one, with an error if the pool is
  closed and there are no fibers any more. The fiber's future, or nil."
  ^Future [pool body end]
  (try
    (doto (.background (core/fibers pool)
                       (reify Body
                         (run [_] (body) nil)))
      (.onComplete (reify Listener
                     (complete [_ _] (end nil) true))))
    (catch IllegalStateException _
      (end (unsent "the pool is closed" nil))
      nil)))

;; ---- subscriptions -----------------------------------------------------------------------------

(defn- opened
  ^Subscription [^Redis redis kind names]
  (let [^"[Ljava.lang.String;" names (into-array String names)]
    (case kind
      :channel (.subscribe redis names)
      :pattern (.psubscribe redis names)
      :shard (.ssubscribe redis names))))

(defn- payload
  [notice]
  (if (instance? Message notice)
    (let [^Message message notice
          content (Replies/raw (.content message))]
      (if-let [pattern (.pattern message)]
        (Ary. [(Replies/raw pattern) content])
        content))
    (Err/gap)))

(defn- forget
  [pool entry]
  (swap! (core/state pool) update :subscriptions disj entry))

(defn subscribe
  "A channel of the messages of some channels or patterns."
  [pool kind names]
  (when (or (empty? names) (not-every? string? names))
    (throw (IllegalArgumentException.
            (str "expected the names of channels, as strings, found " (pr-str (vec names))))))
  (let [channel (a/chan buffered)
        fiber (promise)
        entry {:kind kind :names (set names) :channel channel :fiber fiber}
        body (fn []
               (try
                 (with-open [messages (opened (core/redis pool) kind names)]
                   (relay (.messages messages) channel payload))
                 (catch IOException e
                   (put-waiting channel (error e)))
                 (catch RedisException e
                   (put-waiting channel (error e)))))
        end (fn [refusal]
              (forget pool entry)
              (when refusal
                (a/put! channel refusal))
              (a/close! channel))]
    (swap! (core/state pool) update :subscriptions conj entry)
    (deliver fiber (start pool body end))
    channel))

(defn unsubscribe
  "Ends the subscriptions to some names, or all if there are none, and closes their channels."
  [pool kind names]
  (doseq [{:keys [channel fiber] :as entry} (:subscriptions @(core/state pool))
          :when (and (= kind (:kind entry))
                     (or (empty? names) (some (:names entry) names)))]
    (forget pool entry)
    (a/close! channel)
    (when-let [^Future running @fiber]
      (.cancel running))))

;; ---- the monitor -------------------------------------------------------------------------------

(defn monitor
  "A channel with a vector, `[lines stop]`."
  [pool]
  (let [outer (a/chan 1)
        lines (a/chan)
        stop (a/chan)
        body (fn []
               (try
                 (with-open [open (.monitor (core/redis pool))]
                   (a/put! outer [lines stop])
                   (a/close! outer)
                   (relay (.lines open) lines #(SimpleStr. %)))
                 (catch IOException e
                   (a/put! outer (error e)))
                 (catch RedisException e
                   (a/put! outer (error e)))))
        end (fn [refusal]
              (when refusal
                (a/put! outer refusal))
              (run! a/close! [outer lines stop]))
        running (start pool body end)]
    (a/take! stop (fn [_]
                    (a/close! lines)
                    (when running
                      (.cancel running))))
    outer))
