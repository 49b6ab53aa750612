(ns yona.redis.transaction-test
  (:require [clojure.core.async :as a]
            [clojure.test :refer [deftest is testing use-fixtures]]
            [yona.redis.client :as client]
            [yona.redis.core :as redis]
            [yona.redis.protocol :as protocol]
            [yona.testing :refer [*pool* error port value with-pool]])
  (:import [java.io Closeable]))

(use-fixtures :each with-pool)

(deftest commands-go-out-as-one
  (let [acknowledgements (atom [])
        results (redis/with-transaction *pool*
                  (swap! acknowledgements conj (client/set *pool* "a" 1))
                  (swap! acknowledgements conj (client/incr *pool* "a"))
                  (swap! acknowledgements conj (client/get *pool* "none")))]
    (is (= ["OK" 2 nil] (value results)))
    (is (= ["QUEUED" "QUEUED" "QUEUED"] (map value @acknowledgements)))
    (is (= "2" (value (client/get *pool* "a")))))
  (testing "of which there may be none"
    (is (= [] (value (redis/with-transaction *pool*)))))
  (testing "in a go block"
    (is (= [3] (a/<!! (a/go (client/<! (redis/with-transaction *pool*
                                         (client/incr *pool* "a")))))))))

(deftest the-body-may-wait-for-an-acknowledgement
  (is (= [1] (value (redis/with-transaction *pool*
                      (is (= "QUEUED" (value (client/incr *pool* "n")))))))))

(deftest nothing-is-executed-where-the-body-raises
  (let [e (error #(redis/with-transaction *pool*
                    (client/set *pool* "a" 1)
                    (throw (ex-info "no" {}))))]
    (is (= "no" (ex-message e))))
  (is (nil? (value (client/get *pool* "a"))))
  (testing "and the connection can be used again"
    (is (= ["OK"] (value (redis/with-transaction *pool* (client/set *pool* "a" 2)))))))

(deftest a-refused-command-ends-it
  (let [results (redis/with-transaction *pool*
                  (client/set *pool* "a" 1)
                  (redis/send-cmd *pool* "NOSUCH" []))]
    (is (= "EXECABORT" (:code (ex-data (error #(value results))))))
    (is (nil? (value (client/get *pool* "a"))))))

(deftest an-error-in-the-execution-is-a-result
  (let [[one two three] (value (redis/with-transaction *pool*
                                 (client/set *pool* "a" 1)
                                 (client/lpush *pool* "a" 1)
                                 (client/incr *pool* "a")))]
    (is (= ["OK" 2] [one three]))
    (is (= "WRONGTYPE" (:code (ex-data two))))))

(deftest an-error-in-the-execution-is-raised-by-who-waits
  (let [failing #(redis/with-transaction *pool*
                   (client/set *pool* "a" 1)
                   (client/lpush *pool* "a" 1)
                   (client/hget *pool* "a" "f"))
        two? #(= ["WRONGTYPE" "WRONGTYPE"] (map (comp :code ex-data) (:msgs (ex-data %))))]
    (is (two? (error #(client/wait!! (failing)))))
    (is (two? (a/<!! (a/go (try
                             (client/wait! (failing))
                             (catch Exception e e))))))
    (testing "and given to the function of what is forgotten"
      (let [errors (a/chan 2)]
        (a/<!! (client/faf (failing) #(a/put! errors %)))
        (is (= [true true] [(redis/is-error? (a/<!! errors)) (redis/is-error? (a/<!! errors))]))))))

(deftest nobody-comes-between
  (let [end (atom false)
        others (a/thread (loop [n 0]
                           (if @end
                             n
                             (do (value (client/incr *pool* "n"))
                                 (recur (inc n))))))]
    (dotimes [_ 200]
      (let [[before _ after] (value (redis/with-transaction *pool*
                                      (client/get *pool* "n")
                                      (client/ping *pool*)
                                      (client/get *pool* "n")))]
        (is (= before after))))
    (reset! end true)
    (is (pos? (a/<!! others)))))

(deftest many-at-the-same-time-are-each-for-themselves
  (let [all (mapv (fn [i]
                    (a/thread (value (redis/with-transaction *pool*
                                       (client/set *pool* (str "k" i) i)
                                       (client/incr *pool* (str "k" i))))))
                  (range 50))]
    (is (= (map #(vector "OK" (inc (long %))) (range 50)) (map a/<!! all)))))

(deftest what-comes-after-the-end-is-refused
  (let [late (promise)
        go-on (promise)]
    (is (= [1] (value (redis/with-transaction *pool*
                        (client/incr *pool* "n")
                        (future
                          @go-on
                          (deliver late (error #(client/incr *pool* "n"))))))))
    (deliver go-on true)
    (is (= "the transaction has ended" (ex-message @late)))
    (is (= "1" (value (client/get *pool* "n"))))))

(deftest another-pool-is-no-part-of-it
  (with-open [^Closeable other (redis/make-pool {:host "127.0.0.1" :port (port) :db 1})]
    (value (client/flushdb other))
    (is (= [1] (value (redis/with-transaction *pool*
                        (client/incr *pool* "n")
                        (is (= 1 (value (client/incr other "n"))))))))))

(deftest it-can-be-done-by-hand
  (is (= [1 2] (value (redis/do-with-transaction *pool* #(do (client/incr *pool* "n")
                                                             (client/incr *pool* "n"))))))
  (let [con (redis/get-connection *pool* :dedicated)]
    (value (client/watch con "n"))
    (value (client/incr *pool* "n"))
    (value (client/multi con))
    (value (redis/send con (protocol/cmd->resp "INCR" ["n"])))
    (is (nil? (value (client/exec con))))
    (redis/close-connection con))
  (let [con (redis/get-connection *pool* :borrowed)]
    (value (client/multi con))
    (is (= "QUEUED" (binding [redis/*trans-con* con]
                      (value (client/incr *pool* "n")))))
    (is (= [4] (value (client/exec con))))
    (redis/finish-connection *pool* con)))

(deftest it-leaves-its-connection-as-it-was
  (is (re-find #"SELECT is refused in a transaction"
               (ex-message (error #(redis/with-transaction *pool* (client/select *pool* 3))))))
  (testing "which begins and ends with its body"
    (doseq [f [client/multi client/exec client/discard #(client/watch % "n") client/unwatch]]
      (is (re-find #"is refused in a transaction, which with-transaction begins and ends; use .*get-con"
                   (str (ex-message (error #(redis/with-transaction *pool* (f *pool*)))))))))
  (value (client/set *pool* "n" 7))
  (is (= ["7"] (value (redis/with-transaction *pool* (client/get *pool* "n"))))))
