(ns yona.redis.client-test
  (:require [clojure.core.async :as a]
            [clojure.test :refer [deftest is testing use-fixtures]]
            [yona.redis.client :as client]
            [yona.redis.core :as redis]
            [yona.redis.protocol :as protocol]
            [yona.testing :refer [*pool* error with-pool]])
  (:import [yona.redis.command CommandTable]
           [yona.redis.jresp Ary BulkStr Err Int SimpleStr]))

(use-fixtures :each with-pool)

(defn- channel-of
  [& values]
  (a/to-chan! (map protocol/->resp values)))

(defn- err
  [^String message]
  (Err. message))

(deftest a-value-is-read-in-a-go-block
  (is (nil? (a/<!! (a/go (client/<! (channel-of nil))))))
  (is (= 1 (a/<!! (a/go (client/<! (channel-of 1))))))
  (is (= {:type :redis :msg "TEST ERROR"}
         (a/<!! (a/go (try
                        (client/<! (channel-of (err "TEST ERROR")))
                        (catch clojure.lang.ExceptionInfo e
                          (select-keys (ex-data e) [:type :msg]))))))))

(deftest a-value-is-read-in-a-thread
  (is (nil? (client/<!! (channel-of nil))))
  (is (= 1 (client/<!! (channel-of 1))))
  (is (= {:type :redis :msg "TEST ERROR"}
         (select-keys (ex-data (error #(client/<!! (channel-of (err "TEST ERROR"))))) [:type :msg])))
  (is (= "Expected message, actually nil" (ex-message (error #(client/<!! (channel-of)))))))

(deftest waiting-drops-values-and-raises-errors
  (is (nil? (client/wait!! (channel-of 1 2))))
  (is (nil? (a/<!! (a/go (client/wait! (channel-of 1))))))
  (doseq [data [(ex-data (error #(client/wait!! (channel-of (err "ERR A") 1 (err "ERR B")))))
                (a/<!! (a/go (try
                               (client/wait! (channel-of (err "ERR A") (err "ERR B")))
                               (catch clojure.lang.ExceptionInfo e
                                 (ex-data e)))))]]
    (is (= :redis (:type data)))
    (is (= ["ERR A" "ERR B"] (map #(:msg (ex-data %)) (:msgs data)))))
  (is (nil? (client/wait!! (client/set *pool* "k" 1))))
  (is (= ["WRONGTYPE"] (map #(:code (ex-data %))
                            (:msgs (ex-data (error #(client/wait!! (client/lpush *pool* "k" 1))))))))
  (is (nil? (a/<!! (a/go (client/wait! (client/set *pool* "k" 2)))))))

(deftest what-is-forgotten-closes-a-channel
  (is (nil? (a/<!! (client/faf (channel-of 1 2 3)))))
  (is (nil? (a/<!! (client/faf (channel-of 1 (err "TEST ERROR"))))))
  (is (nil? (a/<!! (client/faf (client/set *pool* "k" 1)))))
  (is (= "1" (client/<!! (client/get *pool* "k"))))
  (testing "errors are given raw"
    (let [errors (a/chan 2)]
      (a/<!! (client/faf (client/lpush *pool* "k" 1) #(a/put! errors %)))
      (a/<!! (client/faf (channel-of (err "ERR A")) #(a/put! errors %)))
      (is (= #{"WRONGTYPE Operation against a key holding the wrong kind of value" "ERR A"}
             (set (map #(.raw ^Err %) [(a/<!! errors) (a/<!! errors)])))))))

(deftest raw-replies-come-from-a-plain-take
  (client/wait!! (client/set *pool* "k" (byte-array [0 -1 13 10])))
  (is (= [0 -1 13 10] (vec (protocol/->bytes (a/<!! (client/get *pool* "k"))))))
  (is (= (SimpleStr. "PONG") (a/<!! (client/ping *pool*))))
  (is (= (Int. 1) (a/<!! (client/del *pool* "k"))))
  (is (= (BulkStr.) (a/<!! (client/get *pool* "k"))))
  (is (= (Ary. []) (a/<!! (client/keys *pool* "*"))))
  (is (redis/is-error? (a/<!! (redis/send-cmd *pool* "NOSUCH" [])))))

(deftest a-reply-that-is-no-text-is-raised
  (client/wait!! (client/set *pool* "k" (byte-array [97 -1 98])))
  (is (re-find #"not text: .* at byte 1 of 3; .*->bytes"
               (ex-message (error #(client/<!! (client/get *pool* "k"))))))
  (is (re-find #"not text: .* at byte 1 of 3; .*->bytes"
               (ex-message (a/<!! (a/go (try
                                          (client/<! (client/get *pool* "k"))
                                          (catch Exception e e)))))))
  (testing "but not where it is dropped"
    (is (nil? (client/wait!! (client/get *pool* "k"))))))

(deftest arguments-are-of-many-kinds
  (let [kept (fn [value]
               (client/wait!! (client/set *pool* "k" value))
               (client/<!! (client/get *pool* "k")))]
    (is (= "text ä €" (kept "text ä €")))
    (is (= "WORD" (kept :word)))
    (is (= "7" (kept 7) (kept (int 7)) (kept (byte 7)) (kept 7N)))
    (is (= "1.5" (kept 1.5) (kept 1.5M)))
    (is (= "1/3" (kept 1/3)))
    (is (= "9223372036854775807" (kept Long/MAX_VALUE)))
    (is (= "123456789012345678901234567890" (kept 123456789012345678901234567890N)))
    (is (= "true" (kept true)))
    (is (= "x" (kept \x)))
    (is (= "sym" (kept 'sym)))
    (is (= "" (kept "")))
    (is (= "raw" (kept (BulkStr. "raw")) (kept (SimpleStr. "raw"))))
    (is (= "7" (kept (Int. 7)))))
  (testing "a raw reply is an argument"
    (client/wait!! (client/set *pool* "from" "dumped"))
    (let [dump (a/<!! (client/dump *pool* "from"))]
      (is (pos? (count (.raw ^BulkStr dump))))
      (client/wait!! (client/restore *pool* "to" 0 dump))
      (is (= "dumped" (client/<!! (client/get *pool* "to")))))))

(deftest arguments-of-no-kind-are-refused-before-anything-is-sent
  (is (re-find #"SET: argument 2: expected .*, found nil"
               (ex-message (error #(client/set *pool* "k" nil)))))
  (is (re-find #"SET: argument 2: .* found a clojure.lang.PersistentArrayMap"
               (ex-message (error #(client/set *pool* "k" {:a 1})))))
  (is (re-find #"MSET: argument 4: .* found a clojure.core\$inc"
               (ex-message (error #(client/mset *pool* "a" 1 "b" inc)))))
  (is (re-find #"CONFIG SET: argument 1"
               (ex-message (error #(client/config-set *pool* [] 1)))))
  (is (re-find #"argument 1: .* found a yona.redis.jresp.Err"
               (ex-message (error #(client/get *pool* (err "ERR"))))))
  (is (re-find #"expected a pool or a connection first, found a java.lang.String"
               (ex-message (error #(client/get "k")))))
  (is (re-find #"expected a pool or a connection first, found nil"
               (ex-message (error #(client/get nil "k")))))
  (is (instance? clojure.lang.ArityException (error #(client/get))))
  (is (nil? (client/<!! (client/get *pool* "k")))))

(deftest too-few-arguments-are-for-the-server-to-tell
  (is (re-find #"wrong number of arguments for 'get'"
               (:msg (ex-data (error #(client/<!! (client/get *pool*)))))))
  (is (= "ERR" (:code (ex-data (error #(client/<!! (client/set *pool* "k" "v" :nonsense))))))))

(deftest what-means-the-connection-is-refused-at-once
  (let [refusal (fn [to command & arguments]
                  (ex-message (error #(redis/send-cmd to command arguments))))
        con (redis/get-connection *pool* :dedicated)]
    (testing "and the functions are named that there are instead"
      (is (= (str "SELECT is refused on a connection that others use too; use the option :db of"
                  " make-pool, or (get-connection pool :dedicated)")
             (refusal *pool* "SELECT" 1)
             (ex-message (error #(client/select *pool* 1)))))
      (is (= (str "WATCH is refused on a connection that others use too; use"
                  " (get-connection pool :dedicated)")
             (refusal *pool* "watch" "k")))
      (is (= (str "MULTI is refused on a connection that others use too; use with-transaction, or"
                  " (get-connection pool :dedicated)")
             (refusal *pool* "MULTI")))
      (is (= (str "PSUBSCRIBE is refused on any connection; use yona.redis.client/psubscribe")
             (refusal con "PSUBSCRIBE" "a")))
      (is (= "QUIT is refused on any connection; use close-pool or close-connection"
             (refusal con "QUIT"))))
    (testing "by each docstring, too"
      (is (re-find #"use\s+with-transaction, or \(get-connection pool :dedicated\)\."
                   (:doc (meta #'client/exec)))))
    (testing "of each command, on each connection"
      (doseq [title (CommandTable/names)
              :let [spec (CommandTable/spec title)]
              :when (.instead spec)]
        (is (re-find #"[:(]|client/|-pool|defscript|a server that|redis-cli" (refusal *pool* (.words spec)))
            title)
        (is (not (re-find #" connect\b|a dedicated connection" (refusal *pool* (.words spec))))
            title)))
    (is (= "OK" (client/<!! (client/select con 1))))
    (redis/close-connection con)))

(deftest commands-without-waiting-keep-their-order
  (let [channels (mapv (fn [_] (client/incr *pool* "n")) (range 10000))]
    (is (= (range 1 10001) (map #(client/<!! %) channels))))
  (let [c1 (client/set *pool* "X" "TEST")
        c2 (client/set *pool* "Y" "TEST2")
        c3 (client/get *pool* "X")
        c4 (client/get *pool* "Y")]
    (is (= ["OK" "OK" "TEST" "TEST2"] (mapv #(client/<!! %) [c1 c2 c3 c4])))))

(deftest a-look-at-the-speed-gives-the-last-reply
  (is (= (BulkStr. "999") (client/count-1000 *pool*)))
  (is (= (SimpleStr. "PONG") (client/ping-1000 *pool*)))
  (is (= "PONG" (client/count-and-ping *pool*))))

(deftest names-of-clojure-core-are-those-of-commands-here
  (doseq [name '[get set keys type sort time eval sync append]]
    (is (= 'yona.redis.client (-> (ns-resolve 'yona.redis.client name) meta :ns ns-name)) name)))
