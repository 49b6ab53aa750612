(ns yona.redis.scripting
  "Lua scripts as functions. The server keeps a script by its SHA-1: it is sent once for a pool, and
  again when the server has lost it; if it is lost once more by then, with the call itself."
  (:require [clojure.java.io :as io]
            [yona.redis.client :as client]
            [yona.redis.core :as redis]
            [yona.redis.protocol :as protocol]
            [yona.redis.reply :as reply])
  (:import [java.security MessageDigest]
           [java.util HexFormat]
           [yona.redis.connection ReplyListener UnansweredException]
           [yona.redis.resp ErrorValue]))

(set! *warn-on-reflection* true)

(defn from
  "The text of a script on the class path. Raises `ex-info` if there is none."
  [path-to-script]
  (if-let [script (io/resource path-to-script)]
    (slurp script :encoding "UTF-8")
    (throw (ex-info (str "No script on the class path: " path-to-script)
                    {:path path-to-script}))))

(defn sha-1
  "The SHA-1 of a text, in hexadecimal digits."
  {:no-doc true}
  [^String text]
  (.formatHex (HexFormat/of)
              (.digest (MessageDigest/getInstance "SHA-1") (.getBytes text "UTF-8"))))

(defn script-name->sha
  "The SHA-1 of the script that was loaded for a pool under a name; nil if none was."
  [pool script-name]
  (get-in @(redis/state pool) [:scripts script-name]))

(defn- failed?
  [reply]
  (or (instance? ErrorValue reply) (instance? UnansweredException reply)))

(defn- listener
  "A listener that calls a function with the reply, or with why there is none."
  ^ReplyListener [f]
  (reify ReplyListener
    (replied [_ reply] (f reply))
    (failed [_ reason] (f reason))))

(defn- load-script
  "Loads a script, unless that is being done, or has been done and `anew` is false, and calls a function
  with the reply, or nil."
  [pool script-name script-body sha anew f]
  (let [state (redis/state pool)
        done? #(and (not anew) (contains? (:shas %) sha))
        [before] (swap-vals! state #(cond-> %
                                      (not (done? %)) (update-in [:loading sha] (fnil conj []) f)))
        loaded (fn [reply]
                 (let [[waited] (swap-vals! state
                                            #(cond-> (update % :loading dissoc sha)
                                               (not (failed? reply))
                                               (-> (update :shas (fnil conj #{}) sha)
                                                   (assoc-in [:scripts script-name] sha))))]
                   (run! #(% reply) (get-in waited [:loading sha]))))]
    (cond
      (done? before) (f nil)
      (not (get-in before [:loading sha]))
      (try
        (redis/transmit pool (object-array ["SCRIPT" "LOAD" script-body]) (listener loaded))
        (catch Throwable e
          ;; Nothing was sent: those who joined meanwhile hear why.
          (loaded (UnansweredException. (str (.getMessage e)) false false e))
          (throw e))))))

(defn- give
  "Completes the channel of a reply."
  [^ReplyListener channel reply]
  (if (instance? UnansweredException reply)
    (.failed channel reply)
    (.replied channel reply)))

(defn save-script
  "Loads a script, and gives a channel of its SHA-1, a raw reply, or of the server's error. It is
  remembered for the pool under its name. Never waits.

  Raises `IllegalArgumentException` in a transaction, where the server would load it at the end."
  [pool script-name script-body]
  (when-not (string? script-body)
    (throw (ex-info "No script provided" {:name script-name})))
  (when (redis/in-transaction? pool)
    (throw (IllegalArgumentException.
            (str "save-script is refused in a transaction; load " script-name " before it, or call a"
                 " function of defscript, which sends its text there"))))
  (let [saved (reply/reply-channel)]
    (load-script pool script-name script-body (sha-1 script-body) true #(give saved %))
    saved))

(defn call-saved-script
  "Runs a script that the server has by its SHA-1, and gives a channel of the reply. Never waits.

  - `keys`: a collection of all keys that it touches, its `KEYS`
  - `args`: a collection of its `ARGV`"
  [pool sha keys args]
  (apply client/evalsha pool sha (count keys) (concat keys args)))

(defn- lost?
  [reply]
  (and (instance? ErrorValue reply)
       (= "NOSCRIPT" (.code ^ErrorValue reply))))

(defn call-script
  "Runs a script that `defscript` has defined."
  {:no-doc true}
  [pool script-name script-body sha keys args]
  (when-not (and (or (nil? keys) (sequential? keys) (set? keys))
                 (or (nil? args) (sequential? args)))
    (throw (IllegalArgumentException.
            (str script-name ": expected a collection of keys and one of arguments, found "
                 (pr-str keys) " and " (pr-str args)))))
  (let [words #(protocol/words [%1] (concat [%2 (count keys)] keys args))]
    (if (redis/in-transaction? pool)
      (redis/transmit pool (words "EVAL" script-body))
      (let [result (reply/reply-channel)
            ;; What is raised on the reader's thread.
            attempt (fn [f]
                      (try
                        (f)
                        (catch Throwable e
                          (give result (UnansweredException. (str (.getMessage e)) false false e)))))
            by-sha (fn [otherwise]
                     (redis/transmit pool (words "EVALSHA" sha)
                                     (listener #(if (lost? %)
                                                  (attempt otherwise)
                                                  (give result %)))))
            ;; Cannot miss, however often the server loses the script.
            whole #(redis/transmit pool (words "EVAL" script-body) result)
            load-first #(load-script pool script-name script-body sha false
                                     (fn [reply]
                                       (if (failed? reply)
                                         (give result reply)
                                         (attempt (fn [] (by-sha whole))))))
            state (redis/state pool)]
        (if (contains? (:shas @state) sha)
          (by-sha #(do (swap! state update :shas disj sha)
                       (load-first)))
          (load-first))
        result))))

(defmacro defscript
  "Defines a function of a Lua script: `(name pool)`, `(name pool keys)` and `(name pool keys args)`,
  which gives a channel of the reply and never waits. The script is a string, or what `from` reads.
  `keys` and `args` are collections.

  The server's error, also that the script is none, comes in the channel. In a transaction the script
  is sent as a whole."
  [script-name script-body]
  (let [title (name script-name)]
    `(let [body# ~script-body
           _# (when-not (string? body#)
                (throw (ex-info "No script provided" {:name ~title})))
           sha# (sha-1 body#)]
       (defn ~script-name
         {:doc "A Lua script at the server: gives a channel of its reply."
          :arglists '([~'pool] [~'pool ~'keys] [~'pool ~'keys ~'args])}
         ([pool#]
          (call-script pool# ~title body# sha# [] []))
         ([pool# keys#]
          (call-script pool# ~title body# sha# keys# []))
         ([pool# keys# args#]
          (call-script pool# ~title body# sha# keys# args#))))))
