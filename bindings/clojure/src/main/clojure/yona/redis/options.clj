(ns ^:no-doc yona.redis.options
  "What a pool is made with, as `yona.redis` takes it."
  (:import [java.io Closeable]
           [java.time Duration]
           [java.util List]
           [yona.io.socket ClientTls]
           [yona.redis Cache ReadFrom Redis RedisOptions RedisUri RedisUri$Host Sentinel]
           [yona.redis.observation CommandLog]))

(set! *warn-on-reflection* true)

(def ^:private address
  "Options that an URI says as well."
  [:host :hostname :port :user :password :db :tls :embedded])

(def ^:private known
  (into (sorted-set)
        (concat address
                [:uri :timeout :connect-timeout :protocol :cluster :sentinel :read-from :cache
                 :pool-size :retry-reads :name])))

(defn- refuse
  [option expected found]
  (throw (IllegalArgumentException.
          (str option ": expected " expected ", found " (pr-str found)))))

(defn checked
  "The options, if they are some."
  [info]
  (when-not (or (nil? info) (map? info))
    (refuse "a pool" "a map of options" info))
  (when-let [unknown (seq (remove known (keys info)))]
    (throw (IllegalArgumentException.
            (str "unknown options of a pool: " (pr-str (vec unknown)) "; there are "
                 (pr-str (vec known))))))
  (when-let [twice (and (:uri info) (seq (filter #(contains? info %) address)))]
    (throw (IllegalArgumentException.
            (str "an :uri says all of the address; leave out " (pr-str (vec twice))))))
  (when (and (:host info) (:hostname info))
    (throw (IllegalArgumentException. ":host and :hostname are the same; leave one out")))
  (when-let [elsewhere (and (:embedded info)
                            (seq (filter #(contains? info %) [:host :hostname :port])))]
    (throw (IllegalArgumentException.
            (str "an embedded server is on a port of its own; leave out "
                 (pr-str (vec elsewhere))))))
  (or info {}))

(defn- text
  [option value]
  (if (or (nil? value) (string? value))
    value
    (refuse option "a string" value)))

(defn- number
  "A whole number, also one that is written in a string."
  ^long [option value ^long least ^long most]
  (let [found (cond
                (int? value) value
                (string? value) (parse-long value))]
    (if (and found (<= least (long found) most))
      (long found)
      (refuse option (str "a whole number from " least " to " most) value))))

(defn- duration
  ^Duration [option value]
  (cond
    (instance? Duration value) value
    (and (int? value) (pos? (long value))) (Duration/ofMillis (long value))
    :else (refuse option "milliseconds" value)))

(defn pool-size
  "How many connections are lent at a time."
  ^long [{:keys [pool-size]}]
  (number :pool-size (or pool-size 16) 1 1000))

(defn patience
  "How long one waits for a connection."
  ^Duration [{:keys [timeout]}]
  (if timeout
    (duration :timeout timeout)
    (.timeout ^RedisOptions RedisOptions/DEFAULT)))

(defn- uri
  ^RedisUri [{:keys [host hostname port user password db tls] whole :uri} server]
  (cond
    whole (RedisUri/parse (or (text :uri whole) ""))
    (and tls server) (refuse :tls "none with an embedded server" tls)
    :else
    (let [^RedisUri at (when server (RedisUri/parse ((requiring-resolve 'yona.redis.embedded/uri)
                                                     server)))
          host (or host hostname (System/getenv "REDIS_HOST") "localhost")
          port (number :port (or port 6379) 1 65535)]
      (RedisUri. (if at
                   (.hosts at)
                   (List/of (RedisUri$Host. (text :host host) (int port))))
                 nil
                 (boolean tls)
                 (text :user user)
                 (text :password password)
                 (int (number :db (or db 0) 0 Integer/MAX_VALUE))))))

(defn- sentinel
  ^Sentinel [value]
  (cond
    (nil? value) nil
    (instance? Sentinel value) value
    (string? value) (Sentinel/of value)
    (and (map? value) (string? (:master value)))
    (let [{:keys [master user password]} value
          named (Sentinel/of master)]
      (if password
        (.withUser named (text :user user) (text :password password))
        named))
    :else (refuse :sentinel "the name of a master, or a map with :master" value)))

(defn- cache
  ^Cache [value]
  (cond
    (not value) nil
    (true? value) Cache/DEFAULT
    (instance? Cache value) value
    (map? value) (let [{:keys [bytes ttl]} value
                       sized (if bytes
                               (.withBytes Cache/DEFAULT (number :bytes bytes 1 Long/MAX_VALUE))
                               Cache/DEFAULT)]
                   (if ttl (.withTtl sized (duration :ttl ttl)) sized))
    :else (refuse :cache "true, or a map of :bytes and :ttl" value)))

(defn- read-from
  [value]
  (case value
    (nil :master) ReadFrom/MASTER
    :replica ReadFrom/REPLICA
    :any ReadFrom/ANY
    (refuse :read-from "one of :master, :replica, :any" value)))

(defn- redis-options
  ^RedisOptions [{:keys [connect-timeout protocol cluster retry-reads tls] :as info}]
  (let [^RedisOptions default RedisOptions/DEFAULT
        protocol (number :protocol (or protocol 2) 2 3)]
    (RedisOptions. (patience info)
                   (if connect-timeout
                     (duration :connect-timeout connect-timeout)
                     (.connectTimeout default))
                   (if (instance? ClientTls tls) tls (.tls default))
                   (text :name (:name info))
                   (int protocol)
                   (boolean retry-reads)
                   (.limits default)
                   (boolean cluster)
                   (sentinel (:sentinel info))
                   (read-from (:read-from info))
                   (cache (:cache info))
                   ^CommandLog (identity nil))))

(defn connect
  "A client. Suspends a fiber or blocks a thread."
  ^Redis [info ^Closeable server]
  (Redis/connect (uri info server) (redis-options info)))
