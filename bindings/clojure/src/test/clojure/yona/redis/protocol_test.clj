(ns yona.redis.protocol-test
  (:require [clojure.test :refer [deftest is testing]]
            [yona.redis.core :as redis]
            [yona.redis.protocol :as protocol]
            [yona.testing :refer [error]])
  (:import [yona.redis.jresp Ary BulkStr EndOfResponses Err Int Resp3 SimpleStr]
           [yona.redis.resp BooleanValue BulkString DoubleValue MapValue MapValue$Entry SetValue
            SimpleString VerbatimString]))

(deftest data-is-made-to-raw-replies
  (is (= (BulkStr. "text") (protocol/->resp "text")))
  (is (= (BulkStr.) (protocol/->resp nil)))
  (is (= (Int. 7) (protocol/->resp 7)))
  (is (= (BulkStr. "1.5") (protocol/->resp 1.5)))
  (is (= (BulkStr. "EX") (protocol/->resp :ex)))
  (is (= [0 -1] (vec (.raw ^BulkStr (protocol/->resp (byte-array [0 -1]))))))
  (is (= (Ary. [(Int. 1) (Ary. [(BulkStr. "a") (BulkStr.)])])
         (protocol/->resp [1 ["a" nil]])
         (protocol/->resp '(1 ("a" nil)))))
  (testing "raw replies pass through"
    (doseq [raw [(Int. 1) (BulkStr. "a") (SimpleStr. "OK") (Err. "ERR no") (Ary. [])]]
      (is (identical? raw (protocol/->resp raw))))))

(deftest raw-replies-are-made-to-data
  (is (= "text" (protocol/->clj (BulkStr. "text"))))
  (is (= "OK" (protocol/->clj (SimpleStr. "OK"))))
  (is (nil? (protocol/->clj (BulkStr.))))
  (is (= 7 (protocol/->clj (Int. 7))))
  (is (vector? (protocol/->clj (Ary. []))))
  (is (= [1 ["a" nil]] (protocol/->clj (Ary. [(Int. 1) (Ary. [(BulkStr. "a") (BulkStr.)])]))))
  (is (nil? (protocol/->clj (EndOfResponses.))))
  (is (= {:type :redis :msg "WRONGTYPE no" :code "WRONGTYPE"}
         (ex-data (protocol/->clj (Err. "WRONGTYPE no")))
         (ex-data (first (protocol/->clj (Ary. [(Err. "WRONGTYPE no")])))))))

(deftest what-only-RESP3-has-is-data-too
  (let [entry (MapValue$Entry. (BulkString/of "k") (SetValue. [(SimpleString. "m")]))]
    (is (= {"k" #{"m"}} (protocol/->clj (Resp3. (MapValue. [entry]))))))
  (is (= 1.5 (protocol/->clj (Resp3. (DoubleValue. 1.5)))))
  (is (true? (protocol/->clj (Resp3. BooleanValue/TRUE)))))

(deftest bytes-are-taken-from-strings
  (is (= [-1 0] (vec (protocol/->bytes (BulkStr. (byte-array [-1 0]))))))
  (is (= [79 75] (vec (protocol/->bytes (SimpleStr. "OK")))))
  (is (nil? (protocol/->bytes (BulkStr.))))
  (is (= :redis (:type (ex-data (error #(protocol/->bytes (Err. "ERR no")))))))
  (is (re-find #"expected a raw reply that is a string, found a yona.redis.jresp.Int"
               (ex-message (error #(protocol/->bytes (Int. 1)))))))

(deftest bytes-that-are-no-text-are-an-error-that-has-them
  (let [said "expected UTF-8, found \"\\xffb\" at byte 1 of 3; "
        raw (BulkStr. (byte-array [97 -1 98]))
        e (protocol/->clj raw)]
    (is (= (str "the reply is not text: " said
                "clojure.core.async/<! gives it raw, and yona.redis.protocol/->bytes its bytes")
           (ex-message e)
           (:msg (ex-data e))))
    (is (= {:type :redis :bytes [97 -1 98]}
           (dissoc (update (ex-data e) :bytes vec) :msg)))
    (testing "and leave what is beside them"
      (is (= [true "a"] (update (protocol/->clj (Ary. [raw (BulkStr. "a")])) 0
                                #(instance? clojure.lang.ExceptionInfo %)))))
    (testing "also in RESP3"
      (is (= :redis (:type (ex-data (protocol/->clj
                                     (Resp3. (VerbatimString.
                                              "txt" (BulkString/of (byte-array [-1]))))))))))
    (is (= (str said "raw() gives the bytes") (ex-message (error #(.unwrap raw)))))))

(deftest replies-of-Java-have-values-of-Java
  (is (= "a" (.unwrap (BulkStr. "a"))))
  (is (= [1 "a"] (.unwrap (Ary. [(Int. 1) (BulkStr. "a")]))))
  (is (= 7 (.raw (Int. 7))))
  (is (= "ERR no" (.unwrap (Err. "ERR no"))))
  (is (= [(Int. 1)] (.raw (Ary. [(Int. 1)]))))
  (is (= "Err[ERR no]" (str (Err. "ERR no"))))
  (is (= (hash (BulkStr. "a")) (hash (BulkStr. "a")))))

(deftest commands-are-raw-arrays
  (is (= (protocol/->resp ["SET" "k" "7" "EX" "1.5"])
         (protocol/cmd->resp "SET" ["k" 7 :ex 1.5])))
  (is (= (protocol/->resp ["CLIENT" "LIST"]) (protocol/cmd->resp ["CLIENT" "LIST"] []))))

(deftest the-end-and-errors-are-told
  (is (redis/is-error? (Err. "ERR")))
  (is (not (redis/is-error? (BulkStr. "ERR"))))
  (is (redis/is-end-of-channel? (EndOfResponses.)))
  (is (not (redis/is-end-of-channel? nil))))

(deftest what-cannot-be-sent-is-refused
  (is (re-find #"found a clojure.lang.Atom" (ex-message (error #(protocol/->resp (atom 1))))))
  (is (re-find #"SET: argument 2: expected a string.*found nil"
               (ex-message (error #(protocol/cmd->resp "SET" ["k" nil])))))
  (is (re-find #"found a clojure.lang.PersistentVector"
               (ex-message (error #(protocol/cmd->resp "SET" ["k" [1 2]])))))
  (is (re-find #"expected a reply of Redis, found 7" (ex-message (error #(protocol/->clj 7)))))
  (testing "nested too deep"
    (let [deep (nth (iterate vector 1) 100000)]
      (is (re-find #"deeper than 128" (ex-message (error #(protocol/->resp deep))))))))
