(ns ^:no-doc yona.async.handlers
  "What ports of core.async do with the handlers of takes and puts.

  Callbacks of programs run on core.async's executor, also those that could run on the caller: that is
  whoever reads a connection or completes a source, who must not be held up. Only what is marked
  `::inline` runs at once."
  (:require [clojure.core.async.impl.dispatch :as dispatch]
            [clojure.core.async.impl.protocols :as impl])
  (:import [clojure.lang IDeref]
           [java.util.concurrent.locks Lock]))

(set! *warn-on-reflection* true)

(def ^:const most-takers
  "How many may wait at one port, as with core.async's channels."
  1024)

(defn box
  "What a port gives that has a value at once."
  [value]
  (reify IDeref
    (deref [_] value)))

(defn commit
  "The callback of a handler that can still take part, which takes part from now on; or nil."
  [handler]
  (let [^Lock lock handler]
    (.lock lock)
    (try
      (and (impl/active? handler) (impl/commit handler))
      (finally
        (.unlock lock)))))

(defn run-callback
  "Calls what a handler has committed to."
  [callback value]
  (if (::inline (meta callback))
    (callback value)
    (dispatch/exec #(callback value) :core-async-dispatch)))

(defn refuse-taker
  "Raises that too many wait."
  []
  (throw (IllegalStateException.
          (str "No more than " most-takers " pending takes are allowed on a single port."))))
