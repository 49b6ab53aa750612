(ns yona.redis.core
  "Pools, connections and transactions of the Redis client for core.async. The commands themselves are
  functions of `yona.redis.client`.

  Nothing here waits but `make-pool` and `close-pool`, and no thread of core.async is ever blocked.
  Everything may be used by any number of threads."
  (:refer-clojure :exclude [send])
  (:require [clojure.core.async :as a]
            [yona.redis.options :as options]
            [yona.redis.protocol :as protocol]
            [yona.redis.refusals :as refusals]
            [yona.redis.reply :as reply])
  (:import [java.io Closeable]
           [yona.async DetachedScope Scope]
           [yona.redis Redis]
           [yona.redis.clojure BorrowedConnections CommandTarget PoolConnection]
           [yona.redis.command Command]
           [yona.redis.connection ReplyListener]
           [yona.redis.jresp Ary EndOfResponses Err Responses]
           [yona.redis.resp RespValue]))

(set! *warn-on-reflection* true)

(declare close-pool)

;; ---- pools -------------------------------------------------------------------------------------

(deftype Pool [^Redis redis ^DetachedScope fibers ^Closeable server follows-keys
               ^BorrowedConnections lender state]
  CommandTarget
  (send [_ command listener]
    (.send redis command listener))
  Closeable
  (close [this]
    (close-pool this))
  Object
  (toString [_]
    (str redis)))

(defn- pool!
  "The pool, or an error that says what was found."
  ^Pool [pool]
  (if (instance? Pool pool)
    pool
    (throw (IllegalArgumentException.
            (str "expected a pool of yona.redis.core/make-pool, found "
                 (if (nil? pool) "nil" (str "a " (.getName (class pool)))))))))

(defn make-pool
  "Connects to a server, and gives a pool: what all commands are sent through. Suspends a fiber, or
  blocks a thread, until there is a connection. Raises `java.io.IOException` if there is none to be
  had, and `IllegalArgumentException` for an option that is none.

  Commands of all callers share a connection and are pipelined by themselves. When it is lost another
  one is made; commands in flight get an error that says whether they may have been executed.

  Options, all of which may be left out:

  - `:host` (or `:hostname`): the environment's `REDIS_HOST`, else localhost; `:port`: 6379
  - `:user`, `:password`, `:db`: who asks, and the number of the database
  - `:uri`: all of these as one, `redis://user:password@host:port/database`, `rediss://` with TLS,
    `unix:///path`, several nodes with commas
  - `:tls`: true, or a `yona.io.socket.ClientTls`
  - `:timeout`, `:connect-timeout`: milliseconds, 5000 each
  - `:protocol`: 2, or 3 for replies that are maps, sets, doubles and booleans
  - `:cluster`: true if the servers are one
  - `:sentinel`: the name of the master, or `{:master \"name\" :user ... :password ...}`; the address
    is that of sentinels
  - `:read-from`: `:master`, `:replica` or `:any`, in a cluster and with sentinels
  - `:cache`: true, or `{:bytes n :ttl milliseconds}`: keeps what was read until the server says that
    it has changed; with `:protocol 3`. Commands have a fiber each then, and no order among those that
    are not waited for; so have reads from replicas, and in a cluster what concerns several nodes
  - `:pool-size`: how many connections there are for transactions and for those who borrow one, 16; from
    1 to 1000
  - `:retry-reads`: true to send commands again that only read, if their connection was lost
  - `:name`: what the server lists the connection as
  - `:embedded`: true for a server of the program's own, which ends with the pool; needs the artifact
    `yona-redis-embedded`

  The pool is a `java.io.Closeable`, to be closed by whoever made it, also in a scope of `yona.async`."
  (^Closeable [] (make-pool {}))
  (^Closeable [connection-info]
   (let [{:keys [embedded] :as info} (options/checked connection-info)
         size (options/pool-size info)
         patience (options/patience info)
         ^Closeable server (when embedded ((requiring-resolve 'yona.redis.embedded/start)))]
     (try
       (let [redis (.detach ^Redis (options/connect info server))]
         (Pool. redis
                (DetachedScope/open)
                server
                (boolean (:cluster info))
                (BorrowedConnections. redis (boolean (:cluster info)) size patience)
                (atom {:scripts {} :subscriptions #{}})))
       (catch Throwable e
         (when server
           (.close server))
         (throw e))))))

(defn close-pool
  "Closes a pool and all its connections; commands without replies get an error, and channels of
  messages are closed. Again it does nothing. May suspend a fiber or block a thread for a moment."
  [pool]
  (let [^Pool pool (pool! pool)]
    (.close ^BorrowedConnections (.-lender pool))
    (.close ^Redis (.-redis pool))
    (.close ^DetachedScope (.-fibers pool))
    (when-let [server (.-server pool)]
      (.close ^Closeable server))
    nil))

(defn redis
  "The `yona.redis.Redis` of a pool: the same connections in direct style, for what has no function
  here, such as scans, statistics or a log. It is closed with the pool."
  ^Redis [pool]
  (.-redis (pool! pool)))

(defn fibers
  "The scope that a pool's fibers run in."
  {:no-doc true}
  ^Scope [pool]
  (.scope ^DetachedScope (.-fibers (pool! pool))))

(defn state
  "What is known of a pool: an atom."
  {:no-doc true}
  [pool]
  (.-state (pool! pool)))

;; ---- replies -----------------------------------------------------------------------------------

(defn is-error?
  "Whether a raw reply is an error."
  [v]
  (instance? Err v))

(defn is-end-of-channel?
  "Whether a raw reply says that no more comes."
  [v]
  (instance? EndOfResponses v))

(defn make-stream-response-handler
  "A `yona.redis.jresp.Responses` that puts what it is given to a channel, and closes that at the end.
  The channel should take all: core.async raises an error at more than 1,024 pending puts."
  ^Responses [ret-c]
  (reify Responses
    (responseReceived [_ response]
      (if (is-end-of-channel? response)
        (a/close! ret-c)
        (a/put! ret-c response)))))

;; ---- sending -----------------------------------------------------------------------------------

(def ^:dynamic *trans-con*
  "Where the commands of a pool go in the body of `with-transaction`."
  nil)

(deftype Transaction [pool ^CommandTarget connection ^:volatile-mutable ended]
  CommandTarget
  (send [_ command listener]
    (when ended
      (throw (IllegalStateException. "the transaction has ended")))
    (refusals/check-transaction command)
    (.send connection command listener))
  Runnable
  (run [_]
    (set! ended true)))

(defn- target
  "Where a command goes that is for a pool or a connection."
  ^CommandTarget [to]
  (let [transaction *trans-con*]
    (cond
      (not (instance? CommandTarget to))
      (throw (IllegalArgumentException.
              (str "expected a pool or a connection first, found "
                   (if (nil? to) "nil" (str "a " (.getName (class to)))))))

      (or (nil? transaction) (not (instance? Pool to))) to

      (and (instance? Transaction transaction)
           (not (identical? to (.-pool ^Transaction transaction)))) to

      :else transaction)))

(defn transmit
  "Sends a command of words, and gives the channel of its reply, or the listener that is given."
  {:no-doc true}
  ([to words]
   (transmit to words (reply/reply-channel)))
  ([to ^objects words ^ReplyListener listener]
   (let [command (Command/raw words)
         to (target to)]
     (when-not (instance? Transaction to)
       (refusals/check to command))
     (.send to command listener)
     listener)))

(defn in-transaction?
  "Whether the commands of a pool go to a transaction here."
  {:no-doc true}
  [pool]
  (not (identical? pool (target pool))))

(defn send-cmd
  "Sends a command to a pool, or to a connection, and gives a channel of its raw reply, which is closed
  behind that. Never waits.

  - `command`: its name, a string or a collection of the words of one
  - `params`: its arguments, each a string, a keyword (sent in upper case), a number, bytes or a raw
    reply

  Raises `IllegalArgumentException` for an argument that cannot be sent, and for a command that makes
  no sense on a connection that others use too."
  [pool command params]
  (transmit pool (protocol/words command params)))

(defn send
  "Sends a command that is a raw array, as of `yona.redis.protocol/cmd->resp`, to a connection or a
  pool, and gives a channel of its raw reply. Never waits."
  [con resp-msg]
  (if (instance? Ary resp-msg)
    (transmit con (protocol/words (.raw ^Ary resp-msg) []))
    (throw (IllegalArgumentException.
            (str "expected a command as a raw array, found " (pr-str resp-msg))))))

;; ---- connections -------------------------------------------------------------------------------

(defn- connection
  "A connection of one's own, or of those that are lent."
  ^PoolConnection [^Pool pool lender]
  (PoolConnection. (.-redis pool) (fibers pool) (.-follows-keys pool) lender))

(defn- borrow
  ^PoolConnection [^Pool pool]
  (connection pool (.-lender pool)))

(defn get-connection
  "A connection of a pool, which commands can be sent to in place of the pool. Never waits: it is opened
  when the first command comes, which waits for that.

  - `:shared`: the one that all use
  - `:dedicated`: one of one's own, for commands whose meaning is the connection, such as SELECT; to be
    closed with `close-connection`
  - `:borrowed`: the same, to be given back with `finish-connection` as it was. There are as many as
    the pool's `:pool-size`, with those of transactions; when all are in use the commands wait for one,
    up to the pool's `:timeout`, then they get an error
  - `:pub-sub`: what subscriptions go through

  Raises `ex-info` for another type."
  [pool type]
  (let [pool (pool! pool)]
    (case type
      (:shared :pub-sub) pool
      :dedicated (connection pool nil)
      :borrowed (borrow pool)
      (throw (ex-info (str "Unknown connection type: " (pr-str type)) {:type type})))))

(defn close-connection
  "Closes a dedicated or a borrowed connection. Does nothing with what the pool itself needs."
  ([con]
   (when (instance? PoolConnection con)
     (.close ^PoolConnection con)))
  ([_pool con]
   (close-connection con))
  ([_pool _type con]
   (close-connection con)))

(defn finish-connection
  "Gives a borrowed connection back to its pool, behind the commands that were sent; more are refused.
  Never waits."
  ([pool con]
   (pool! pool)
   (when (instance? PoolConnection con)
     (.finish ^PoolConnection con true)))
  ([pool _type con]
   (finish-connection pool con)))

;; ---- transactions ------------------------------------------------------------------------------

(defn- finish-transaction
  "Ends a transaction, and gives a channel of what that comes to. The connection goes back to the pool
  if it can be used by others."
  [^PoolConnection con ^String end]
  (let [reply (reply/reply-channel #(.finish con (instance? RespValue %)))]
    (.send con (Command/raw (object-array [end])) reply)
    reply))

(defn do-with-transaction
  "`with-transaction` of a function without arguments."
  [pool work-f]
  (let [con (borrow (pool! pool))
        transaction (Transaction. pool con false)]
    (.send con (Command/raw (object-array ["MULTI"])) (reply/reply-channel))
    (try
      (binding [*trans-con* transaction]
        (work-f))
      (catch Throwable e
        (.run transaction)
        (finish-transaction con "DISCARD")
        (throw e)))
    (.run transaction)
    (finish-transaction con "EXEC")))

(defmacro with-transaction
  "Has the commands of the body executed as one, with nothing in between. Each of them gives its
  acknowledgement, `QUEUED`; the whole gives a channel of the results, in order. If the body raises,
  nothing is executed.

  A command that fails when it is executed does not undo the others: `<!!` gives its error, an
  `ex-info`, in its place among the results; `wait!!` raises it.

  Each has a connection for itself until it has its results. There are as many as the pool's
  `:pool-size`; when all are in use the commands wait for one, up to the pool's `:timeout`. Then they
  get an error that says so, and nothing of the transaction is executed.

  Commands on other threads count too, as long as the body has not ended; then they raise
  `IllegalStateException`. In a cluster the keys have to be in one slot."
  [pool & body]
  `(do-with-transaction ~pool (fn [] ~@body)))
