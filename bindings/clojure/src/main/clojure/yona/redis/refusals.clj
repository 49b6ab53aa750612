(ns ^:no-doc yona.redis.refusals
  "Commands whose meaning is the connection: where each is refused, and which functions there are to be
  used instead. What `yona.redis` says of it names the methods of Java."
  (:require [clojure.string :as string])
  (:import [yona.redis.clojure PoolConnection]
           [yona.redis.command Command CommandSpec]))

(set! *warn-on-reflection* true)

(def ^:private own-connection "(get-connection pool :dedicated)")

(def ^:private or-own-connection ", or a dedicated connection")

(def ^:private ways
  "The ways that have other names here, by what the table of the commands says."
  {"transaction" (str "with-transaction, or " own-connection)
   "watch" own-connection
   "a dedicated connection" own-connection
   "closing the connection" "close-pool or close-connection"
   "a script, which has one reply" "a script of defscript, which has one reply"
   "the user and password of the URI" "the options :user and :password of make-pool"
   "the database of the URI" "the option :db of make-pool"
   "the option name of connect" "the option :name of make-pool"
   "the option cache of connect" "the option :cache of make-pool"
   "the option cluster of connect" "the option :cluster of make-pool"
   "the options protocol and name of connect" "the options :protocol and :name of make-pool"
   "the option of connect to read from replicas" "the option :read-from of make-pool"})

(defn- of-messages?
  "Whether a command is one of messages, whose function here has the same name."
  [^CommandSpec spec]
  (or (re-matches #"[PS]?(UN)?SUBSCRIBE" (.name spec)) (= "MONITOR" (.name spec))))

(defn instead
  "What is to be used in place of a command on a connection that others use too; nil if that takes it."
  [^CommandSpec spec]
  (when-let [way (.instead spec)]
    (cond
      (of-messages? spec) (str "yona.redis.client/" (string/lower-case (.name spec)))
      (string/ends-with? way or-own-connection)
      (let [first-way (subs way 0 (- (count way) (count or-own-connection)))]
        (str (ways first-way first-way) ", or " own-connection))
      :else (ways way way))))

(defn- needs-own-connection?
  "Whether a connection of one's own takes a command."
  [^CommandSpec spec]
  (string/includes? (instead spec) own-connection))

(defn- refuse
  [^CommandSpec spec where]
  (throw (IllegalArgumentException.
          (str (.name spec) " is refused " where "; use " (instead spec)))))

(defn check
  "Refuses a command that a pool or a connection does not take."
  [to ^Command command]
  (when-let [^CommandSpec spec (.spec command)]
    (when (.instead spec)
      (if (instance? PoolConnection to)
        (when-not (needs-own-connection? spec)
          (refuse spec "on any connection"))
        (refuse spec "on a connection that others use too")))))

(defn check-transaction
  "Refuses a command that a transaction does not take, whose connection is one that others get later."
  [^Command command]
  (when-let [^CommandSpec spec (.spec command)]
    (when (.instead spec)
      (refuse spec (if (= "transactions" (.group spec))
                     "in a transaction, which with-transaction begins and ends"
                     "in a transaction, whose connection others use later")))))
