(ns yona.redis.pool-test
  (:require [clojure.core.async :as a]
            [clojure.string :as string]
            [clojure.test :refer [deftest is testing use-fixtures]]
            [yona.redis.client :as client]
            [yona.redis.core :as redis]
            [yona.redis.protocol :as protocol]
            [yona.testing :refer [*pool* error port server until value with-pool]])
  (:import [java.io Closeable IOException]
           [yona.redis Redis]
           [yona.redis.embedded EmbeddedRedis Options]
           [yona.redis.jresp EndOfResponses Int]
           [yona.testrun.network FaultProxy Ports]))

(use-fixtures :each with-pool)

(defmacro ^:private with-proxy
  "Runs the body with a pool whose bytes go through a proxy."
  [[proxy pool options] & body]
  `(with-open [~proxy (FaultProxy/to (port))
               ~pool (redis/make-pool (merge {:host "127.0.0.1" :port (.port ~proxy)} ~options))]
     ~@body))

(deftest options-are-an-address-in-parts-or-whole
  (let [uri (.uri ^EmbeddedRedis @server)]
    (doseq [options [{:host "127.0.0.1" :port (port)}
                     {:hostname "127.0.0.1" :port (str (port))}
                     {:uri uri}
                     {:host "127.0.0.1" :port (port) :db 1 :timeout 1000 :connect-timeout 1000
                      :protocol 3 :retry-reads true :name "one" :cache {:bytes 1000000 :ttl 1000}}
                     {:uri uri :protocol 3 :cache true}]]
      (with-open [^Closeable pool (redis/make-pool options)]
        (is (= "PONG" (value (client/ping pool))) options))))
  (testing "the database"
    (value (client/set *pool* "k" "in 0"))
    (with-open [^Closeable pool (redis/make-pool {:host "127.0.0.1" :port (port) :db "1"})]
      (is (nil? (value (client/get pool "k"))))))
  (testing "who asks"
    (value (client/acl-setuser *pool* "me" :on ">secret" "~*" "+@all"))
    (with-open [^Closeable pool (redis/make-pool {:host "127.0.0.1" :port (port)
                                                  :user "me" :password "secret"})]
      (is (= "me" (value (client/acl-whoami pool))))
      (is (not (string/includes? (str pool) "secret"))))
    (is (re-find #"WRONGPASS" (ex-message (error #(redis/make-pool {:host "127.0.0.1" :port (port)
                                                                    :user "me"
                                                                    :password "wrong"})))))))

(deftest options-that-are-none-are-refused
  (doseq [[options message]
          {{:prot 1} #"unknown options of a pool: \[:prot\]; there are"
           7 #"a pool: expected a map of options, found 7"
           {:port "x"} #":port: expected a whole number from 1 to 65535, found \"x\""
           {:port 70000} #":port"
           {:host 7} #":host: expected a string, found 7"
           {:host "a" :hostname "b"} #":host and :hostname are the same"
           {:uri "redis://localhost" :port 1} #"leave out \[:port\]"
           {:uri "http://localhost"} #"redis://"
           {:timeout -1} #":timeout: expected milliseconds, found -1"
           {:protocol 4} #":protocol"
           {:cache true} #"a cache needs RESP3"
           {:cache 7 :protocol 3} #":cache"
           {:sentinel 7} #":sentinel: expected the name of a master"
           {:read-from :nobody} #":read-from: expected one of :master, :replica, :any"
           {:embedded true :port 1} #"an embedded server is on a port of its own"
           {:name "with spaces"} #"the name of a connection"}]
    (let [e (error #(redis/make-pool options))]
      (is (instance? IllegalArgumentException e) options)
      (is (re-find message (str (ex-message e))) options))))

(deftest no-server-is-an-error-at-once
  (let [proxy (FaultProxy/to (port))
        nobody (.port proxy)]
    (.close proxy)
    (is (instance? IOException (error #(redis/make-pool {:host "127.0.0.1" :port nobody}))))))

(deftest a-server-of-its-own-ends-with-the-pool
  (let [pool (redis/make-pool {:embedded true})
        uri (str (redis/redis pool))]
    (is (= "OK" (value (client/set pool "k" "v"))))
    (redis/close-pool pool)
    (let [address (subs uri (string/index-of uri "redis://"))]
      (is (instance? IOException (error #(redis/make-pool {:uri address})))))))

(deftest a-closed-pool-gives-errors
  (let [pool (redis/make-pool {:host "127.0.0.1" :port (port)})
        messages (client/subscribe pool "news")
        connection (redis/get-connection pool :dedicated)
        waiting (client/blpop pool "nothing" 0)]
    (value (client/ping connection))
    ;; The server counts a subscriber before the pool has its confirmation; a message comes behind it.
    (until #(= 1 (value (client/publish *pool* "news" "hi"))))
    (is (= "hi" (value messages)))
    (redis/close-pool pool)
    (redis/close-pool pool)
    (is (nil? (a/<!! messages)))
    (is (= :redis (:type (ex-data (error #(value waiting))))))
    (doseq [channel [(client/get pool "k")
                     (redis/with-transaction pool (client/get pool "k"))
                     (client/ping (redis/get-connection pool :dedicated))
                     (client/blpop pool "l" 0)
                     (client/subscribe pool "news")
                     (client/monitor pool)]]
      (is (re-find #"closed" (:msg (ex-data (error #(value channel)))))))))

(deftest what-is-no-pool-is-refused
  (is (re-find #"expected a pool of yona.redis.core/make-pool, found a java.lang.String"
               (ex-message (error #(redis/close-pool "pool")))))
  (is (re-find #"expected a pool" (ex-message (error #(redis/get-connection nil :shared)))))
  (is (= {:type :other} (ex-data (error #(redis/get-connection *pool* :other))))))

(deftest connections-of-ones-own
  (testing "dedicated: for what means the connection"
    (let [con (redis/get-connection *pool* :dedicated)]
      (is (= "OK" (value (client/select con 2))))
      (is (= "OK" (value (client/set con "k" "in 2"))))
      (is (nil? (value (client/get *pool* "k"))))
      (is (= "in 2" (value (redis/send con (protocol/cmd->resp "GET" ["k"])))))
      (value (client/flushdb con))
      (redis/close-connection con)
      (is (re-find #"the connection is closed"
                   (:msg (ex-data (error #(value (client/get con "k")))))))))
  (testing "borrowed: given back, and lent again"
    (let [con (redis/get-connection *pool* :borrowed)
          id (value (client/client-id con))]
      (redis/finish-connection *pool* con)
      (let [again (redis/get-connection *pool* :borrowed)
            other (redis/get-connection *pool* :borrowed)]
        (is (= id (value (client/client-id again))))
        (is (not= id (value (client/client-id other))))
        (redis/finish-connection *pool* :borrowed again)
        (redis/finish-connection *pool* other))))
  (testing "shared: the pool's"
    (let [con (redis/get-connection *pool* :shared)]
      (is (= (value (client/client-id *pool*)) (value (client/client-id con))))
      (redis/finish-connection *pool* con)
      (redis/close-connection con)
      (is (= "PONG" (value (client/ping *pool*))))))
  (testing "a command has to be one"
    (is (re-find #"expected a command as a raw array"
                 (ex-message (error #(redis/send *pool* "PING")))))))

(deftest transactions-share-a-limited-number-of-connections
  (let [received #(parse-long (second (re-find #"total_connections_received:(\d+)"
                                               (value (client/info *pool* :stats)))))
        before (long (received))]
    (with-open [^Closeable pool (redis/make-pool {:host "127.0.0.1" :port (port) :pool-size 3})]
      (let [all (mapv (fn [_] (redis/with-transaction pool
                                (client/incr pool "n")
                                (client/incr pool "n")))
                      (range 2000))]
        (is (= (set (range 1 4001)) (set (mapcat value all))))
        (is (<= (- (long (received)) before) (+ 1 3)))))))

(deftest who-finds-no-connection-free-is-told
  (with-open [^Closeable pool (redis/make-pool {:host "127.0.0.1" :port (port)
                                                :pool-size 1 :timeout 200})]
    (let [con (redis/get-connection pool :borrowed)
          transaction #(redis/with-transaction pool (client/incr pool "n"))]
      (is (= "PONG" (value (client/ping con))))
      (let [e (error #(value (transaction)))]
        (is (re-find #"^no connection was free within 200 ms: all 1 are in use .* larger :pool-size"
                     (:msg (ex-data e))))
        (is (= {:may-have-run false :timed-out true}
               (select-keys (ex-data e) [:may-have-run :timed-out]))))
      (redis/finish-connection pool con)
      (is (= [1] (value (transaction))))))
  (is (re-find #":pool-size: expected a whole number from 1 to 1000, found 0"
               (ex-message (error #(redis/make-pool {:pool-size 0}))))))

(deftest what-is-given-back-is-used-up
  (let [con (redis/get-connection *pool* :borrowed)
        sent (mapv (fn [_] (client/incr con "n")) (range 100))]
    (redis/finish-connection *pool* con)
    (redis/finish-connection *pool* con)
    (testing "behind what was sent before"
      (is (= (range 1 101) (map value sent))))
    (testing "and refuses what comes then"
      (is (re-find #"has been given back"
                   (:msg (ex-data (error #(value (client/incr con "n")))))))
      (redis/close-connection con)
      (is (= [101] (value (redis/with-transaction *pool* (client/incr *pool* "n"))))))))

(deftest commands-of-a-connection-keep-their-order-while-it-opens
  (let [con (redis/get-connection *pool* :dedicated)
        channels (mapv (fn [_] (client/incr con "n")) (range 10000))]
    (is (= (range 1 10001) (map value channels)))
    (redis/close-connection con)))

(deftest a-stream-of-replies-is-put-to-a-channel
  (let [channel (a/chan 2)
        handler (redis/make-stream-response-handler channel)]
    (.responseReceived handler (Int. 1))
    (.responseReceived handler (EndOfResponses.))
    (is (= [(Int. 1)] (a/<!! (a/into [] channel))))))

(deftest the-client-in-direct-style-is-there
  (value (client/mset *pool* "a" 1 "b" 2))
  (is (= #{"a" "b"}
         (set (map str (map #(.text ^yona.redis.resp.BulkString %)
                            (.scan ^Redis (redis/redis *pool*) yona.redis.ScanOptions/ALL)))))))

(deftest a-lost-connection-is-made-again
  (with-proxy [proxy pool {}]
    (is (= 1 (value (client/incr pool "n"))))
    (.stall (.toClient proxy))
    (let [in-flight (client/incr pool "n")]
      (.awaitHeld (.toClient proxy) 1)
      (.refuse proxy)
      (.drop proxy)
      (testing "what was in flight may have been executed"
        (let [data (ex-data (error #(value in-flight)))]
          (is (= [:redis true false] ((juxt :type :may-have-run :timed-out) data)))
          (is (string/ends-with? (:msg data) "it may have been executed"))))
      (testing "what had not been sent waits, and keeps its order"
        (let [later (mapv (fn [_] (client/incr pool "n")) (range 1000))]
          (.flow (.toClient proxy))
          (.admit proxy)
          (is (= (range 3 1003) (map value later))))))))

(deftest without-a-connection-a-command-fails-in-its-time
  (with-proxy [proxy pool {:timeout 200}]
    (.refuse proxy)
    (.drop proxy)
    (error #(value (client/incr pool "n")))
    (let [data (ex-data (error #(value (client/incr pool "n"))))]
      (is (false? (:may-have-run data)))
      (is (re-find #"no connection" (:msg data))))
    (is (nil? (value (client/get *pool* "n"))))
    (testing "also on a connection of its own, and in a transaction"
      (doseq [channel [(client/ping (redis/get-connection pool :dedicated))
                       (redis/with-transaction pool (client/incr pool "n"))]]
        (is (false? (:may-have-run (ex-data (error #(value channel))))))))
    (.admit proxy)
    (until #(nil? (error (fn [] (value (client/ping pool))))))
    (is (= 1 (value (client/incr pool "n"))))))

(deftest a-server-that-says-nothing-is-told-from-one-that-is-lost
  (with-proxy [proxy pool {:timeout 100}]
    (value (client/ping pool))
    (.stall (.toClient proxy))
    (let [data (ex-data (error #(value (client/incr pool "n"))))]
      (is (true? (:may-have-run data)))
      (is (true? (:timed-out data))))))

(deftest a-cluster-is-asked-where-the-keys-are
  (with-open [alone (EmbeddedRedis/start
                     (.withConfiguration Options/DEFAULT
                                         ^"[Ljava.lang.String;"
                                         (into-array String ["cluster-enabled yes"
                                                             (str "cluster-port " (Ports/free))])))]
    (let [uri (.uri alone)]
      (with-open [^Closeable node (redis/make-pool {:uri uri})]
        (value (client/cluster-addslotsrange node 0 16383))
        (until #(string/includes? (value (client/cluster-info node)) "cluster_state:ok")))
      (with-open [^Closeable pool (redis/make-pool {:uri uri :cluster true})]
        (doseq [i (range 100)]
          (client/set pool (str "k" i) i))
        (is (= (map str (range 100)) (map #(value (client/get pool (str "k" %))) (range 100))))
        (is (= ["1" "2" "3"] (value (client/mget pool "k1" "k2" "k3"))))
        (is (= "CROSSSLOT" (:code (ex-data (error #(value (client/rename pool "k1" "k2")))))))
        (testing "a transaction goes to the node of its keys"
          (is (= ["PONG" 1 2] (value (redis/with-transaction pool
                                       (client/ping pool)
                                       (client/incr pool "{n}a")
                                       (client/incr pool "{n}a")))))
          (is (= ["PONG"] (value (redis/with-transaction pool (client/ping pool))))))
        (testing "so does a connection"
          (let [con (redis/get-connection pool :dedicated)]
            (is (= "PONG" (value (client/ping con))))
            (redis/close-connection con)))))))
