(ns yona.async.core
  "The concurrency library `yona.async` in Clojure: fibers that wait in direct style, in scopes that
  they cannot outlive, together with core.async.

  A fiber is a virtual thread. What waits here suspends the fiber and blocks no thread; on an ordinary
  thread it blocks that. A fiber that is cancelled raises `yona.async.CancellationException` where it
  waits. Not for `go` blocks, but where a docstring says so.

  What can be awaited is a port of core.async, in `go` blocks too: a future (which gives its value, or
  the error as an object), a timer or another `yona.async.Source`, and a channel, which can also be put
  to and closed. `alts` and `select` wait for ports of both kinds."
  (:refer-clojure :exclude [send])
  (:require [clojure.core.async :as a]
            [clojure.core.async.impl.protocols :as impl]
            [yona.async.handlers :as handlers]
            [yona.async.ports :as ports])
  (:import [clojure.lang IBlockingDeref IDeref IPending Var]
           [java.time Duration]
           [java.util ArrayList List]
           [yona.async Async Body Cancellable CancellationException Case Fiber FiberScheduler Future
            Group Promise Result Scope Source SuspendingFunction TimeoutException Timer]
           [yona.async.channel BufferedChannel Channel ChannelClosedException SyncChannel
            UnboundedChannel]
           [yona.async.stm STM TVar]))

(set! *warn-on-reflection* true)

;; ---- bodies ------------------------------------------------------------------------------------

(defn body
  "A function without arguments as a `yona.async.Body`, which runs with the dynamic bindings of the
  caller, perhaps in the place of an await: then the bindings there come back."
  {:no-doc true}
  ^Body [f]
  (let [frame (Var/cloneThreadBindingFrame)]
    (reify Body
      (run [_]
        (let [own (Var/getThreadBindingFrame)]
          (try
            (Var/resetThreadBindingFrame frame)
            (f)
            (finally
              (Var/resetThreadBindingFrame own))))))))

(defn body-here
  "A function without arguments as a `yona.async.Body` that runs on the calling thread."
  {:no-doc true}
  ^Body [f]
  (reify Body
    (run [_] (f))))

(defn milliseconds
  "A `java.time.Duration`, or milliseconds as one."
  {:no-doc true}
  ^Duration [time]
  (cond
    (instance? Duration time) time
    (int? time) (Duration/ofMillis (long time))
    (number? time) (Duration/ofNanos (long (* 1e6 (double time))))
    :else (throw (IllegalArgumentException.
                  (str "expected milliseconds or a java.time.Duration, found " (pr-str time))))))

;; ---- futures -----------------------------------------------------------------------------------

(defprotocol Awaited
  (^:no-doc source [this] "What is awaited, as a `yona.async.Source`."))

(deftype FiberFuture [^Future future]
  IDeref
  (deref [_]
    (Fiber/beforeEffect "deref")
    (.value future))
  IBlockingDeref
  (deref [_ millis otherwise]
    (Fiber/beforeEffect "deref")
    (let [result (try
                   (Async/timeout (Duration/ofMillis millis) (body-here #(.await future)))
                   (catch TimeoutException e
                     (or (.poll future) e)))]
      (if (instance? Result result)
        (.get ^Result result)
        otherwise)))
  IPending
  (isRealized [_]
    (some? (.poll future)))
  Cancellable
  (cancel [_]
    (.cancel future))
  impl/ReadPort
  (take! [_ handler]
    (ports/take-from future future handler))
  Object
  (toString [_]
    (str future)))

(extend-protocol Awaited
  FiberFuture
  (source [this] (.-future ^FiberFuture this))
  Source
  (source [this] this)
  Channel
  (source [this] (.canRead ^Channel this)))

(defn- plain-future
  ^Future [x]
  (let [found (when (satisfies? Awaited x) (source x))]
    (if (instance? Future found)
      found
      (throw (IllegalArgumentException. (str "expected a future, found " (pr-str x)))))))

(defmacro blocking
  "The way in: runs the body in a scope, on the calling thread. When it ends, what was started in it is
  cancelled and waited for. Gives what the body gives, and raises what it raises."
  [& body]
  `(Async/blocking (body-here (fn [] ~@body))))

(defmacro blocking-on
  "`blocking` with a `yona.async.FiberScheduler` for the fibers that are started in it."
  [scheduler & body]
  `(let [^FiberScheduler scheduler# ~scheduler]
     (Async/blocking scheduler# (body-here (fn [] ~@body)))))

(defn start-future
  "`future*` of a function without arguments."
  {:no-doc true}
  [f]
  (when (nil? (.parent (Scope/current)))
    (throw (IllegalStateException.
            "future*: fibers belong to a scope: run this inside (yona.async.core/blocking ...)")))
  (FiberFuture. (Async/future (body f))))

(defmacro future*
  "Starts a fiber that runs the body, with the dynamic bindings of the caller, and gives its future. It
  belongs to the scope around, at the latest with whose end it is cancelled. Does not wait.

  `@future` waits for the value, and raises what the body raised; `(deref future millis otherwise)`
  waits that long; `realized?` and `cancel` work. In core.async it is a port: a take gives the value,
  or the error as an object. Raises `IllegalStateException` outside of a scope."
  [& body]
  `(start-future (fn [] ~@body)))

(defn promise*
  "A future that is completed by hand, by `complete!` or `fail!`, of which the first counts."
  []
  (FiberFuture. (Promise.)))

(defn- plain-promise
  ^Promise [x]
  (let [found (plain-future x)]
    (if (instance? Promise found)
      found
      (throw (IllegalArgumentException. (str "expected a promise, found " (pr-str x)))))))

(defn complete!
  "Completes a promise with a value; false if it was completed before. Never waits."
  [promise value]
  (.complete (plain-promise promise) value))

(defn fail!
  "Completes a promise with an error; false if it was completed before. Never waits."
  [promise ^Throwable error]
  (.fail (plain-promise promise) error))

(defn cancel
  "Cancels a future: its fiber raises a `CancellationException` where it waits. Never waits itself."
  [future]
  (.cancel (plain-future future)))

(defn cancelled?
  "Whether an error says that the computation was cancelled."
  [error]
  (instance? CancellationException error))

(defn zip
  "A future of the values of several, in a vector, or of the first failure."
  [& futures]
  (FiberFuture. (Future/zip ^List (mapv plain-future futures))))

(defn alt
  "A future of the first success of several, or if there is none of the last failure. The others go
  on."
  [& futures]
  (FiberFuture. (Future/alt ^List (mapv plain-future futures))))

(defn alt-cancel
  "`alt` that cancels the others."
  [& futures]
  (FiberFuture. (Future/altC ^List (mapv plain-future futures))))

(defn run-all
  "`all` of functions without arguments."
  {:no-doc true}
  [fs]
  (if (empty? fs)
    []
    (vec (Async/group (reify SuspendingFunction
                        (apply [_ group]
                          (.all ^Group group (into-array Body (map body fs)))))))))

(defmacro all
  "Runs the expressions at the same time, each in a fiber, and gives a vector of their values. When one
  raises, the others are cancelled and waited for, and its error is raised."
  [& expressions]
  `(run-all [~@(map (fn [each] `(fn [] ~each)) expressions)]))

(defn run-race
  "`race` of functions without arguments."
  {:no-doc true}
  [fs]
  (Async/race ^List (mapv body fs)))

(defmacro race
  "Runs the expressions at the same time, each in a fiber. The first that ends decides, with its value
  or its error; the others are cancelled and waited for."
  [& expressions]
  (when (empty? expressions)
    (throw (IllegalArgumentException. "race: expected at least one expression, found none")))
  `(run-race [~@(map (fn [each] `(fn [] ~each)) expressions)]))

(defmacro with-timeout
  "Runs the body for at most a time, milliseconds or a `java.time.Duration`. Raises
  `yona.async.TimeoutException` if it has not ended by then; it is cancelled."
  [time & body]
  `(Async/timeout (milliseconds ~time) (body-here (fn [] ~@body))))

(defmacro uninterruptible
  "Runs the body, and puts a cancellation off until it has ended."
  [& body]
  `(Async/uninterruptible (body-here (fn [] ~@body))))

(defmacro shielded
  "Runs the body as if the computation was not cancelled: for what has to be done on the way out."
  [& body]
  `(Async/shielded (body-here (fn [] ~@body))))

(defn sleep
  "Suspends for a time, milliseconds or a `java.time.Duration`."
  [time]
  (Fiber/beforeEffect "sleep")
  (Async/sleep (milliseconds time)))

(defn timer
  "A source that is ready once when a time is over, milliseconds or a `java.time.Duration`."
  ^Source [time]
  (Timer/after (milliseconds time)))

;; ---- channels ----------------------------------------------------------------------------------

(defn chan
  "A channel of `yona.async` that is one of core.async, too: `<!`, `>!`, `put!`, `close!` and the takes
  of `alts!` work, in `go` blocks and elsewhere. Without an argument each value is handed over; with a
  number as many are held as that; with `:unbounded` all are.

  As with core.async a value is never nil, and what is held when it is closed can still be taken."
  (^Channel [] (SyncChannel.))
  (^Channel [capacity]
   (cond
     (= :unbounded capacity) (UnboundedChannel.)
     (and (int? capacity) (zero? (long capacity))) (SyncChannel.)
     (and (int? capacity) (pos? (long capacity))) (BufferedChannel. (int capacity))
     :else (throw (IllegalArgumentException.
                   (str "expected how many values a channel holds, or :unbounded, found "
                        (pr-str capacity)))))))

(defn- yona?
  "Whether a port is one of `yona.async`."
  [port]
  (or (instance? FiberFuture port)
      (instance? Source port)
      (instance? Channel port)
      (and (vector? port) (instance? Channel (port 0)))))

(defn- handled
  "A case that gives what `alts` does."
  ^Case [port]
  (if (vector? port)
    (let [[^Channel channel value] port]
      (when (nil? value)
        (throw (IllegalArgumentException. "Can't put nil on channel")))
      (.handle (.canSend channel value)
               (reify SuspendingFunction
                 (apply [_ sent] [sent channel]))))
    (.handle ^Source (source port)
             (reify SuspendingFunction
               (apply [_ item] [(ports/plain item) port])))))

(defn- select-own
  [ports {:keys [default] :as opts}]
  (let [cases (ArrayList. ^java.util.Collection (mapv handled ports))]
    (if (contains? opts :default)
      (Async/selectOr (body-here (fn [] [default :default])) cases)
      (Async/select ^List cases))))

(defn- alts-mixed
  "Waits for ports of core.async, also. When the wait is cancelled a port more decides: what has been
  taken by then is given all the same."
  [ports opts]
  (let [stop (a/promise-chan)
        chosen (Promise.)
        callback (with-meta #(.complete chosen %) {::handlers/inline true :on-caller? true})
        now (a/do-alts callback (conj (vec ports) stop) opts)]
    (if now
      @now
      (try
        (Fiber/reachedWait)
        (.value chosen)
        (catch CancellationException e
          (a/close! stop)
          (let [[_ port :as taken] (Async/shielded (body-here #(.value chosen)))]
            (if (identical? port stop)
              (throw e)
              taken)))))))

(defn alts
  "Waits for the first of several ports that is ready, and gives `[value port]`, as core.async's
  `alts!!` does; exactly one of them happens. Suspends the fiber.

  A port is a channel of core.async, a channel, a future or another source of `yona.async`, or
  `[channel value]` to put; a put to a channel of `yona.async` only if all ports are such. Options:
  `:default`, given with the port `:default` if none is ready; `:priority true` tries them in order
  (not with a put to a channel of `yona.async`)."
  [ports & {:as opts}]
  (when (empty? ports)
    (throw (IllegalArgumentException. "alts: expected at least one port, found none")))
  (Fiber/beforeEffect "alts")
  (Fiber/beforeWait)
  (if (and (every? yona? ports) (not (:priority opts)))
    (select-own ports opts)
    (alts-mixed ports opts)))

(defmacro select
  "`alts` with an expression for each port, as core.async's `alt!!`:

      (select
        in ([value] (handle value))
        [[out 1]] :sent
        (timer 100) :late)"
  [& clauses]
  (a/do-alt `alts clauses))

(defn receive
  "Takes a value from a port of either kind; nil if it is closed. Suspends the fiber. Of a future it is
  the value; an error is raised."
  [port]
  (Fiber/beforeEffect "receive")
  (if (or (instance? FiberFuture port) (instance? Future port))
    (.value (plain-future port))
    (first (alts [port]))))

(defn send
  "Puts a value to a channel of either kind; false if it is closed. Suspends the fiber until the value
  is taken or there is room."
  [channel value]
  (Fiber/beforeEffect "send")
  (cond
    (nil? value) (throw (IllegalArgumentException. "Can't put nil on channel"))
    (instance? Channel channel) (try
                                  (.send ^Channel channel value)
                                  true
                                  (catch ChannelClosedException _
                                    false))
    :else (first (alts [[channel value]]))))

;; ---- transactions ------------------------------------------------------------------------------

(deftype TransactionalVariable [^TVar variable]
  IDeref
  (deref [_]
    (.read variable))
  Object
  (toString [_]
    (str variable)))

(defn- plain-variable
  ^TVar [x]
  (if (instance? TransactionalVariable x)
    (.-variable ^TransactionalVariable x)
    (throw (IllegalArgumentException. (str "expected a variable of tvar, found " (pr-str x))))))

(defn tvar
  "A variable for transactions. `@variable` reads it: in a transaction what that has written or found
  at its beginning, elsewhere what was committed last."
  [value]
  (TransactionalVariable. (STM/tvar value)))

(defmacro atomically
  "Runs the body as a transaction: what it reads and writes happens as a whole or not at all. It may
  run more than once, so it has no other effects: those of this library are refused in it. May suspend.
  Clojure's refs are not part of it."
  [& body]
  `(STM/atomically (body-here (fn [] ~@body))))

(defmacro read-only
  "Runs the body as a transaction that only reads, and never runs again."
  [& body]
  `(STM/readOnly (body-here (fn [] ~@body))))

(defmacro or-else
  "Runs the first expression; if that calls `retry`, what it wrote is undone, and the second one runs."
  [one other]
  `(STM/orElse (body-here (fn [] ~one)) (body-here (fn [] ~other))))

(defn tset!
  "Writes a variable in a transaction, and gives the value."
  [variable value]
  (.write (plain-variable variable) value)
  value)

(defn talter!
  "Writes what a function makes of a variable's value and some arguments, in a transaction, and gives
  that."
  [variable f & args]
  (let [plain (plain-variable variable)
        value (apply f (.read plain) args)]
    (.write plain value)
    value))

(defn retry
  "Undoes the transaction, and sleeps until a variable that it has read is changed; then it runs again."
  []
  (throw (STM/retry)))

(defn check
  "`retry` unless a condition holds."
  [condition]
  (STM/check (boolean condition)))
