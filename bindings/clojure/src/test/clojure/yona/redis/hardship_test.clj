(ns yona.redis.hardship-test
  (:require [clojure.core.async :as a]
            [clojure.string :as str]
            [clojure.test :refer [deftest is testing use-fixtures]]
            [yona.async.core :as y]
            [yona.redis.client :as client]
            [yona.redis.core :as redis]
            [yona.testing :refer [*pool* error port until value with-pool]])
  (:import [java.io Closeable]
           [java.nio.file Files LinkOption Path]
           [java.util.concurrent CountDownLatch]
           [yona.async Async]
           [yona.redis.jresp BulkStr]
           [yona.testrun.network FaultProxy]))

(use-fixtures :each with-pool)

(deftest ten-thousand-go-blocks-at-once
  (let [all (a/merge (mapv (fn [_] (a/go (client/<! (client/incr *pool* "n")))) (range 10000)))]
    (is (= (set (range 1 10001)) (set (a/<!! (a/into [] all)))))))

(deftest a-hundred-thousand-without-waiting
  (let [last-one (peek (mapv (fn [_] (client/incr *pool* "n")) (range 100000)))]
    (is (= 100000 (value last-one)))))

(deftest many-threads-at-once
  (let [start (CountDownLatch. 1)
        all (mapv (fn [t]
                    (a/thread
                      (.await start)
                      (mapv #(value (client/echo *pool* (str t "-" %))) (range 500))))
                  (range 20))]
    (.countDown start)
    (is (= (mapv (fn [t] (mapv #(str t "-" %) (range 500))) (range 20))
           (mapv a/<!! all)))))

(deftest no-thread-of-a-go-block-is-held-up
  ;; Of a server that reads nothing more than its sockets hold.
  (with-open [proxy (FaultProxy/to (port))
              ^Closeable pool (redis/make-pool {:host "127.0.0.1" :port (.port proxy)})]
    (.stall (.toServer proxy))
    (let [text (apply str (repeat 10000 "x"))
          sent (a/go (mapv (fn [i] (client/set pool (str "k" i) text)) (range 8000)))
          channels (a/<!! sent)]
      (is (= 8000 (count channels)))
      (.flow (.toServer proxy))
      (is (every? #(= "OK" (value %)) channels)))))

(deftest huge-values-go-there-and-back
  (let [large (byte-array (repeatedly 1000 #(unchecked-byte (rand-int 256))))
        huge (byte-array (* 50 1000 1000))]
    (dotimes [i 50000]
      (System/arraycopy large 0 huge (* i 1000) 1000))
    (is (= "OK" (value (client/set *pool* "huge" huge))))
    (is (java.util.Arrays/equals huge (.raw ^BulkStr (a/<!! (client/get *pool* "huge")))))))

(deftest deep-replies-are-read
  (let [depth 100
        script (str "local t = 7 for i = 1, " depth " do t = {t} end return t")
        nested (nth (iterate vector 7) depth)]
    (is (= nested (value (client/eval *pool* script 0))))
    (is (= nested (a/<!! (a/go (client/<! (client/eval *pool* script 0)))))))
  (testing "what is deeper than anything is an error, and the pool goes on"
    (let [script "local t = 7 for i = 1, 5000 do t = {t} end return t"]
      (is (some? (error #(value (client/eval *pool* script 0)))))
      (is (= "PONG" (value (client/ping *pool*)))))))

(deftest many-arguments-and-many-elements
  (let [words (map str (range 100000))]
    (is (= 100000 (value (apply client/rpush *pool* "l" words))))
    (is (= words (value (client/lrange *pool* "l" 0 -1))))))

(deftest an-error-goes-through-both-borders-and-back
  (let [boom (ex-info "boom" {:from :clojure})]
    (is (identical? boom (error #(y/blocking
                                  (y/all (value (client/blpop *pool* "never" 0))
                                         (throw boom))))))
    (testing "an error of the server, too"
      (value (client/set *pool* "k" "v"))
      (let [e (error #(y/blocking
                       (y/all (y/sleep 60000)
                              @(y/future* (value (client/lpush *pool* "k" 1))))))]
        (is (= "WRONGTYPE" (:code (ex-data e))))))))

(deftest an-error-in-a-callback-harms-nobody
  (let [reported (promise)
        old (Thread/getDefaultUncaughtExceptionHandler)]
    (Thread/setDefaultUncaughtExceptionHandler
     (reify Thread$UncaughtExceptionHandler
       (uncaughtException [_ _ e]
         (deliver reported e))))
    (try
      (a/take! (client/ping *pool*) (fn [_] (throw (ex-info "callback" {}))) false)
      (is (= "callback" (ex-message @reported)))
      (is (= "PONG" (value (client/ping *pool*))))
      (finally
        (Thread/setDefaultUncaughtExceptionHandler old)))))

(deftest a-callback-that-waits-holds-up-no-reply
  (let [done (promise)]
    (client/faf (redis/send-cmd *pool* "NOSUCH" [])
                (fn [_]
                  (deliver done (value (client/ping *pool*)))))
    (is (= "PONG" @done))))

(deftest a-cancelled-wait-takes-nothing
  (let [channel (client/blpop *pool* "l" 0)]
    (until #(re-find #"cmd=blpop" (value (client/client-list *pool*))))
    (y/blocking
     (let [waiting (y/future* (value channel))]
       (Async/yield)
       (y/cancel waiting)
       (is (y/cancelled? (error #(deref waiting))))))
    (value (client/rpush *pool* "l" "a"))
    (is (= ["l" "a"] (value channel)))))

(deftest commands-are-refused-in-a-transaction-of-memory
  (let [v (y/tvar 0)]
    (is (re-find #"Redis" (ex-message (error #(y/atomically (y/tset! v 1)
                                                            (client/incr *pool* "n"))))))
    (is (= 0 @v))
    (is (nil? (value (client/get *pool* "n"))))))

(deftest pools-come-and-go
  (dotimes [_ 200]
    (with-open [^Closeable pool (redis/make-pool {:host "127.0.0.1" :port (port)})]
      (value (client/incr pool "n"))))
  (is (= "200" (value (client/get *pool* "n"))))
  (until #(>= 3 (count (re-seq #"(?m)^id=" (value (client/client-list *pool*)))))))

(defn- told-of-its-end?
  "Whether the system has told the side of a connection at a port that the other side has ended it."
  [port]
  (let [waits-to-close (re-pattern (format "(?m)^ *\\d+: [0-9A-F]+:%04X [0-9A-F]+:[0-9A-F]+ 08" port))]
    (some #(and (Files/exists % (make-array LinkOption 0))
                (re-find waits-to-close (Files/readString %)))
          [(Path/of "/proc/net/tcp" (make-array String 0))
           (Path/of "/proc/net/tcp6" (make-array String 0))])))

(deftest an-idle-connection-that-the-server-has-ended-costs-no-command
  (with-open [^Closeable other (redis/make-pool {:host "127.0.0.1" :port (port)})]
    (dotimes [_ 5]
      (is (= "PONG" (value (client/ping *pool*))))
      (let [own (value (client/client-id other))
            idle (->> (str/split-lines (value (client/client-list other :type :normal)))
                      (remove #(str/starts-with? % (str "id=" own " ")))
                      (keep #(second (re-find #" addr=127\.0\.0\.1:(\d+) " %)))
                      (mapv parse-long))]
        (is (seq idle))
        (value (client/client-kill other :type :normal :skipme :yes))
        (until #(every? told-of-its-end? idle)))
      (is (= 1 (value (client/incr *pool* "once"))))
      (value (client/del *pool* "once")))))
