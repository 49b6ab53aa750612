(ns yona.redis.client
  "A Redis client for core.async: a function for each command of Redis 7 and Valkey 9.

  The first argument of each is a pool of `yona.redis.core/make-pool` (or a connection), the others are
  the command's in its own order: strings, keywords for its words (sent in upper case), numbers, byte
  arrays, raw replies. Each gives a channel with one reply, and never waits. Commands that are sent
  one behind the other without waiting are pipelined by themselves, and executed in that order.

      (<!! (set pool \"key\" \"value\" :ex 10))
      (<!! (get pool \"key\"))

  `<!` and `<!!` of this namespace read a reply as data, and raise errors. `CLIENT LIST` is
  `client-list`, and `client` with `:list` as its first argument. Commands that wait at the server hold
  up no others.

  An error is an `ex-info` with `:type :redis`, the message in `:msg`, and its first word in `:code`;
  that of a command without an answer has instead `:may-have-run`, whether the server may have executed
  it, and `:timed-out`; that of a reply whose bytes are no UTF-8 has them in `:bytes`; one among messages that says that some
  may be missing has `:gap`.

  In the docstrings stands each command as it is sent: words in capitals, what is optional in brackets,
  `a...` for one or more, `a*` for none or more.

  Many names are also names of clojure.core: require this namespace with an alias."
  (:refer-clojure
   :exclude [append eval get keys set sort sync time type])
  (:require [clojure.core :as core]
            [clojure.core.async :as a]
            [clojure.core.async.impl.dispatch :as dispatch]
            [clojure.string :as string]
            [yona.async.handlers :as handlers]
            [yona.redis.core :as redis]
            [yona.redis.messages :as messages]
            [yona.redis.protocol :as protocol]
            [yona.redis.refusals :as refusals]
            [yona.redis.reply :as reply])
  (:import [clojure.lang Var]
           [yona.redis.clojure CommandFunction]
           [yona.redis.command CommandTable]
           [yona.redis.jresp Replies]
           [yona.redis.reply ReplyChannel]))

(set! *warn-on-reflection* true)

;; ---- replies -----------------------------------------------------------------------------------

(defn read-value
  "A raw reply as data, as `yona.redis.protocol/->clj` gives it; raises an error. Raises `ex-info` for
  nil, which a channel gives that is closed."
  [msg]
  (if (nil? msg)
    (throw (ex-info "Expected message, actually nil" {}))
    (let [value (protocol/->clj msg)]
      (if (instance? clojure.lang.ExceptionInfo value)
        (throw value)
        value))))

(defmacro <!
  "Takes a reply from a channel as data: a string, a long, a vector, or nil. Must be called inside a
  `go` block. Parks until it is there; raises `ex-info` with `{:type :redis :msg ...}` for an error and
  for bytes that are no text, and where the channel is closed."
  [expr]
  `(read-value (a/<! ~expr)))

(def ^:private checks-blocking
  (Boolean/getBoolean "clojure.core.async.go-checking"))

(defn- await-reply
  "The reply of a channel of this client, as `yona.redis` gives it; or nil."
  [channel]
  (when checks-blocking
    (dispatch/check-blocking-in-dispatch))
  (.await ^ReplyChannel channel))

(defn take-value
  "`<!!` as a function."
  {:no-doc true}
  [channel]
  (read-value (if (instance? ReplyChannel channel)
                (await-reply channel)
                (a/<!! channel))))

(defmacro <!!
  "Takes a reply from a channel as data: a string, a long, a vector, or nil. Blocks the thread, or
  suspends the fiber, until it is there; raises `ex-info` with `{:type :redis :msg ...}` for an error and
  for bytes that are no text, and where the channel is closed. A fiber that is cancelled meanwhile leaves
  the reply where it is.

  Not for `go` blocks."
  [expr]
  `(take-value ~expr))

(defn check-wait-for-errors
  "Raises `ex-info` with `{:type :redis :msgs [ex-info ...]}` if there are errors among raw replies, or
  in arrays among them, as of a transaction with a command that failed."
  [results]
  (when-let [errors (seq (mapcat #(Replies/errors %) results))]
    (let [msgs (mapv protocol/->clj errors)]
      (throw (ex-info (str "Error(s) from Redis: "
                           (pr-str (mapv #(:msg (ex-data %)) msgs)))
                      {:type :redis :msgs msgs}
                      (first msgs))))))

(defmacro wait!
  "Waits until a channel is closed, and drops what comes from it. Must be called inside a `go` block.
  Raises `ex-info` with `{:type :redis :msgs [ex-info ...]}` for errors, also for those of commands of a
  transaction."
  [expr]
  `(check-wait-for-errors (a/<! (a/into [] ~expr))))

(defn wait-for-end
  "`wait!!` as a function."
  {:no-doc true}
  [channel]
  (check-wait-for-errors
   (if (instance? ReplyChannel channel)
     (when-some [reply (await-reply channel)]
       [reply])
     (a/<!! (a/into [] channel)))))

(defmacro wait!!
  "Waits until a channel is closed, and drops what comes from it. Blocks the thread, or suspends the
  fiber. Raises `ex-info` with `{:type :redis :msgs [ex-info ...]}` for errors, also for those of commands
  of a transaction. Not for `go` blocks."
  [expr]
  `(wait-for-end ~expr))

(defn- with-bindings-of
  "A function that runs with the dynamic bindings of another thread."
  [frame f]
  (fn [v]
    (let [own (Var/getThreadBindingFrame)]
      (try
        (Var/resetThreadBindingFrame frame)
        (f v)
        (finally
          (Var/resetThreadBindingFrame own))))))

(defn faf
  "Fire and forget: drops what comes from a channel, and gives a channel that closes behind it. A
  function that is given is called with each error, a raw reply, on core.async's executor, also with
  those of commands of a transaction; without it errors are dropped, too."
  ([ch]
   (faf ch (fn [_] nil)))
  ([ch error-callback]
   (if (instance? ReplyChannel ch)
     (let [^ReplyChannel end (reply/reply-channel)
           frame (Var/cloneThreadBindingFrame)]
       (.onReply ^ReplyChannel ch
                 (fn [reply]
                   (run! #(handlers/run-callback (with-bindings-of frame error-callback) %)
                         (Replies/errors reply))
                   (a/close! end)))
       end)
     (a/go-loop []
       (when-some [v (a/<! ch)]
         (run! error-callback (Replies/errors v))
         (recur))))))

;; ---- messages ----------------------------------------------------------------------------------

(defn monitor
  "Has the server tell all commands that it executes. Gives a channel with one vector, `[lines stop]`:
  a channel of a raw reply for each command, and one whose closing ends it. An error comes in place of
  the vector. It ends by itself when its connection is lost, and when 16 MiB of lines wait to be taken."
  [pool]
  (messages/monitor pool))

(defn subscribe
  "Subscribes to channels, and gives a core.async channel of what is published there: raw replies, the
  payloads alone. It holds 16 that nobody has taken. It is closed by `unsubscribe` and with the pool;
  an error comes in it before.

  Where messages may be missing there is an error in their place, with `:gap true` in its `ex-data`, and
  the next ones come behind it. They are missing when the connection was lost, until there is another
  one; and when more than 16 MiB wait for a reader that is slow."
  [pool & channels]
  (messages/subscribe pool :channel channels))

(defn unsubscribe
  "Ends the subscriptions to channels, or all, and closes their core.async channels. Never waits."
  [pool & channels]
  (messages/unsubscribe pool :channel channels))

(defn psubscribe
  "Subscribes to all channels whose name meets a pattern. As `subscribe`, but each message is an array
  of two: the pattern, then the payload."
  [pool & patterns]
  (messages/subscribe pool :pattern patterns))

(defn punsubscribe
  "Ends the subscriptions to patterns, or all, and closes their core.async channels. Never waits."
  [pool & patterns]
  (messages/unsubscribe pool :pattern patterns))

(defn ssubscribe
  "Subscribes to channels that belong to one part of a cluster, as keys do. Else as `subscribe`."
  [pool & channels]
  (messages/subscribe pool :shard channels))

(defn sunsubscribe
  "Ends the subscriptions of `ssubscribe` to channels, or all. Never waits."
  [pool & channels]
  (messages/unsubscribe pool :shard channels))

;; ---- commands ----------------------------------------------------------------------------------

(def ^:private transmit redis/transmit)

(defn- with-refusal
  "The docstring of a command, with what is to be used instead if it is refused."
  [docstring words]
  (let [title (string/join " " words)]
    (if-let [instead (when (.contains (CommandTable/names) title)
                       (refusals/instead (CommandTable/spec title)))]
      (str docstring "\n\n  Is refused on a connection that others use too; use\n  " instead ".")
      docstring)))

(defmacro ^:private defcommand
  "The function of a command."
  [fn-name docstring arglists words]
  `(def ~(with-meta fn-name {:doc (with-refusal docstring words)
                             :arglists (list 'quote arglists)})
     (CommandFunction. transmit ~words)))

(load "client_commands")

;; ---- a look at the speed -----------------------------------------------------------------------

(defn count-1000
  "Has the server echo 1,000 numbers, and gives the last raw reply. Blocks the thread."
  [p]
  (a/<!! (last (mapv #(echo p (str %)) (range 1000)))))

(defn ping-1000
  "Sends 1,000 PINGs, and gives the last raw reply. Blocks the thread."
  [p]
  (a/<!! (last (mapv (fn [_] (ping p)) (range 1000)))))

(defn count-and-ping
  "`count-1000` and `ping-1000` at the same time; gives the last PING's reply. Blocks the thread."
  [p]
  (let [cc (a/thread (count-1000 p))
        pc (a/thread (ping-1000 p))]
    (take-value cc)
    (take-value pc)))
