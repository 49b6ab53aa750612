(ns yona.async.executor
  "Puts core.async on the scheduler of `yona.async`: start the JVM with

      -Dclojure.core.async.executor-factory=yona.async.executor/factory

  Then each turn of a `go` block, each callback and each `io-thread` is a fiber of its own. What blocks
  in one, also by `<!!`, holds up no other."
  (:import [java.util.concurrent Executor]
           [yona.async Body DetachedScope]))

(set! *warn-on-reflection* true)

(def ^:private fibers
  "The scope of all of them, which is never left."
  (delay (.scope (DetachedScope/open))))

(deftype FiberExecutor []
  Executor
  (execute [_ task]
    (.background ^yona.async.Scope @fibers
                 (reify Body
                   (run [_]
                     (try
                       (.run task)
                       (catch Throwable e
                         ;; To the handler of the JVM, where core.async's users look for it.
                         (let [thread (Thread/currentThread)]
                           (.uncaughtException (.getThreadGroup thread) thread e))))
                     nil)))))

(defn factory
  "The executor for a workload of core.async: fibers for `:io` and `:core-async-dispatch`. Nil for what
  may compute for long, `:compute` and `:mixed`, and for others: core.async's own."
  [workload]
  (when (contains? #{:io :core-async-dispatch} workload)
    (FiberExecutor.)))
