(ns yona.redis.scripting-test
  (:require [clojure.core.async :as a]
            [clojure.test :refer [deftest is testing use-fixtures]]
            [yona.redis.client :as client]
            [yona.redis.core :as redis]
            [yona.redis.scripting :as scripting :refer [defscript from]]
            [yona.testing :refer [*pool* error port value with-pool]]))

(use-fixtures :each with-pool)

(defscript increment
  "redis.call('incr', KEYS[1])
   return redis.call('get', KEYS[1])")

(defscript from-a-file (from "yona/redis/increment.lua"))

(defscript all-of-it "return {#KEYS, #ARGV, KEYS[1] or 'none', ARGV[1] or 'none'}")

(defscript no-script "this is no Lua")

(defscript failing "return redis.call('lpush', KEYS[1], 1)")

(deftest a-script-is-a-function
  (is (= "1" (value (increment *pool* ["n"] []))))
  (is (= "2" (value (increment *pool* ["n"]))))
  (is (= "3" (value (from-a-file *pool* ["n"]))))
  (is (= "4" (a/<!! (a/go (client/<! (increment *pool* ["n"])))))))

(deftest keys-and-arguments-may-be-left-out
  (is (= [0 0 "none" "none"] (value (all-of-it *pool*)) (value (all-of-it *pool* nil nil))))
  (is (= [2 0 "a" "none"] (value (all-of-it *pool* ["a" "b"]))))
  (is (= [1 3 "a" "1"] (value (all-of-it *pool* '("a") [1 :two (byte-array [3])]))))
  (is (re-find #"expected a collection of keys" (ex-message (error #(all-of-it *pool* "a")))))
  (is (re-find #"EVALSHA: argument 3: .* found nil" (ex-message (error #(all-of-it *pool* [nil]))))))

(deftest it-is-loaded-once-and-again-when-it-is-lost
  (let [loads #(let [info (value (client/info *pool* :commandstats))
                     [_ calls] (re-find #"cmdstat_script\|load:calls=(\d+)" info)]
                 (parse-long (or calls "0")))
        before (loads)
        all (mapv (fn [_] (increment *pool* ["n"])) (range 100))]
    (is (= (set (map str (range 1 101))) (set (map value all))))
    (is (= 1 (- (loads) before)))
    (value (client/script-flush *pool*))
    (is (= "101" (value (increment *pool* ["n"]))))
    (is (= 2 (- (loads) before)))
    (is (re-matches #"[0-9a-f]{40}"
                    (scripting/script-name->sha *pool* "increment")))))

(deftest a-script-that-is-lost-again-and-again-runs-all-the-same
  (let [end (atom false)
        flushing (a/thread
                   (with-open [^java.io.Closeable other (redis/make-pool {:host "127.0.0.1"
                                                                          :port (port)})]
                     (while (not @end)
                       (run! value (mapv (fn [_] (client/script-flush other)) (range 10))))))]
    (try
      (dotimes [i 20]
        (is (= (set (map str (range (inc (* 100 i)) (inc (* 100 (inc i))))))
               (set (map value (mapv (fn [_] (increment *pool* ["n"])) (range 100)))))))
      (finally
        (reset! end true)
        (a/<!! flushing)))))

(deftest the-servers-message-is-kept
  (is (re-find #"Error compiling script" (:msg (ex-data (error #(value (no-script *pool*)))))))
  (is (re-find #"Error compiling script" (:msg (ex-data (error #(value (no-script *pool*)))))))
  (value (client/set *pool* "k" "v"))
  (is (re-find #"WRONGTYPE" (:msg (ex-data (error #(value (failing *pool* ["k"]))))))))

(deftest it-is-loaded-by-hand
  (is (nil? (scripting/script-name->sha *pool* "seven")))
  (let [sha (value (scripting/save-script *pool* "seven" "return 7"))]
    (is (= sha (scripting/script-name->sha *pool* "seven")))
    (is (= 7 (value (scripting/call-saved-script *pool* sha [] [])))))
  (is (= "NOSCRIPT" (:code (ex-data (error #(value (scripting/call-saved-script
                                                    *pool* (apply str (repeat 40 "0"))
                                                    ["k"] [])))))))
  (is (= {:name "none"} (ex-data (error #(scripting/save-script *pool* "none" nil))))))

(deftest a-script-may-be-in-a-transaction
  (is (= [1 "2" 3] (value (redis/with-transaction *pool*
                            (client/incr *pool* "n")
                            (increment *pool* ["n"])
                            (client/incr *pool* "n"))))))

(deftest a-script-is-not-loaded-in-a-transaction
  (is (re-find #"save-script is refused in a transaction; load seven before it, or call .*defscript"
               (str (ex-message (error #(redis/with-transaction *pool*
                                          (scripting/save-script *pool* "seven" "return 7")))))))
  (is (nil? (scripting/script-name->sha *pool* "seven"))))

(deftest a-file-that-is-not-there-is-told
  (is (= {:path "no/such.lua"} (ex-data (error #(from "no/such.lua")))))
  (is (re-find #"No script provided"
               (str (ex-message (error #(eval `(defscript ~'nothing nil))))))))

(deftest a-script-that-cannot-be-sent-is-refused-each-time
  (dotimes [_ 2]
    (is (some? (error #(scripting/save-script *pool* "half" "return '\ud800'")))))
  (is (= "1" (value (increment *pool* ["n"])))))
