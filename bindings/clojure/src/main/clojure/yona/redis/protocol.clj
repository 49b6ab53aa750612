(ns yona.redis.protocol
  "Raw replies, which a plain `clojure.core.async/<!` of a command's channel gives, and what they are
  made to and from. Raw replies are immutable objects of the package `yona.redis.jresp`."
  (:import [java.nio.charset StandardCharsets]
           [yona.redis.jresp Ary BulkStr EndOfResponses Err Int Replies RespType SimpleStr]))

(set! *warn-on-reflection* true)

(def ^:private deepest
  "How deep collections may be nested that are made to raw replies."
  128)

(defn ->clj
  "A raw reply as data: a string, a long, a vector, or nil for what the server calls null; with RESP3
  also a map, a set, a double, true or false. An error is an `ex-info` with `{:type :redis :msg ...}`,
  which is returned, not thrown; so is one within a vector. Bytes are taken for UTF-8; those that are
  none come as an `ex-info` with `{:type :redis :msg ... :bytes ...}`.

  Raises `IllegalArgumentException` for anything that is no raw reply."
  [raw]
  (Replies/data raw))

(defn- resp
  [value ^long depth]
  (cond
    (instance? RespType value) value
    (string? value) (BulkStr. ^String value)
    (nil? value) (BulkStr.)
    (int? value) (Int. (long value))
    (bytes? value) (BulkStr. ^bytes value)
    (coll? value) (if (< depth (long deepest))
                    (Ary. (mapv #(resp % (inc depth)) value))
                    (throw (IllegalArgumentException.
                            (str "collections are nested deeper than " deepest))))
    :else (let [word (Replies/word "->resp" 1 value)]
            (if (string? word) (BulkStr. ^String word) (resp word depth)))))

(defn ->resp
  "Data as a raw reply: a string or bytes as `BulkStr`, a whole number as `Int`, nil as the `BulkStr`
  that is null, a collection as `Ary`, a keyword as its name in upper case. Raw replies pass through.

  Raises `IllegalArgumentException` for what cannot be sent, and for collections nested deeper than
  128."
  ^RespType [value]
  (resp value 0))

(defn ->bytes
  "The bytes of a raw reply that is a string, in a new array; nil for null. Text is in UTF-8. Raises
  `IllegalArgumentException` for other replies, and the error itself for an error."
  ^bytes [raw]
  (cond
    (instance? BulkStr raw) (.raw ^BulkStr raw)
    (instance? SimpleStr raw) (.getBytes (.raw ^SimpleStr raw) StandardCharsets/UTF_8)
    (instance? Err raw) (throw (->clj raw))
    :else (throw (IllegalArgumentException.
                  (str "expected a raw reply that is a string, found "
                       (if (nil? raw) "nil" (str "a " (.getName (class raw)))))))))

(defn words
  "The words of a command, each ready to be sent, in an array."
  {:no-doc true}
  ^objects [command arguments]
  (let [names (if (or (string? command) (keyword? command)) [command] command)
        title (apply str (interpose " " (map #(Replies/word "a command's name" 1 %) names)))]
    (object-array
     (concat (map #(Replies/word title 0 %) names)
             (map-indexed (fn [i argument] (Replies/word title (inc (int i)) argument))
                          arguments)))))

(defn cmd->resp
  "A command as a raw array, as `yona.redis.core/send` takes it: its name, a string or the words of
  one, and its arguments."
  [command arguments]
  (Ary. (mapv (fn [word] (if (instance? yona.redis.resp.BulkString word)
                           (Replies/raw word)
                           (let [sent (resp word 0)]
                             (if (instance? Int sent) (BulkStr. (str word)) sent))))
              (words command arguments))))

(defn end-of-responses
  "The raw reply that says that no more comes."
  {:no-doc true}
  []
  (EndOfResponses.))
