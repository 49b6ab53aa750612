(ns yona.redis.commands-test
  "Some commands of each family, and that there is a function for each."
  (:require [clojure.core.async :as a]
            [clojure.string :as string]
            [clojure.test :refer [deftest is testing use-fixtures]]
            [yona.redis.client :as client]
            [yona.redis.core :as redis]
            [yona.testing :refer [*pool* port value with-pool]])
  (:import [java.io Closeable]
           [yona.redis.command CommandTable]))

(use-fixtures :each with-pool)

(deftest each-command-has-a-function-with-documentation
  (is (< 350 (count (CommandTable/names))))
  (doseq [command (CommandTable/names)
          :let [title (-> command string/lower-case (string/replace " " "-") symbol)
                found (ns-resolve 'yona.redis.client title)
                {:keys [doc arglists]} (meta found)]]
    (is found command)
    (is (= 'yona.redis.client (some-> found meta :ns ns-name)) command)
    (is (not (string/blank? doc)) command)
    (is (= 'pool (ffirst arglists)) command))
  (testing "as the table has it"
    (is (= '([pool key]) (:arglists (meta #'client/get))))
    (is (= '([pool key & elements]) (:arglists (meta #'client/lpush))))
    (is (= '([pool key value & arguments]) (:arglists (meta #'client/set))))
    (is (string/starts-with? (:doc (meta #'client/get)) "Returns the string value of a key."))
    (is (string/includes? (:doc (meta #'client/get)) "Since 1.0.0"))
    (is (string/includes? (:doc (meta #'client/blpop)) "May wait at the server")))
  (testing "what has subcommands is a function by itself"
    (is (string/includes? (:doc (meta #'client/object)) ":refcount"))))

(deftest strings
  (is (= "OK" (value (client/set *pool* "n" 1))))
  (is (= 2 (value (client/incr *pool* "n"))))
  (is (= 102 (value (client/incrby *pool* "n" 100))))
  (is (= 101 (value (client/decr *pool* "n"))))
  (is (= 91 (value (client/decrby *pool* "n" 10))))
  (is (= "91" (value (client/get *pool* "n"))))
  (is (= "91.5" (value (client/incrbyfloat *pool* "n" 0.5))))
  (is (nil? (value (client/set *pool* "n" 1 :nx))))
  (is (= "OK" (value (client/set *pool* "s" "ab" :ex 100))))
  (is (= 4 (value (client/append *pool* "s" "cd"))))
  (is (= "bc" (value (client/getrange *pool* "s" 1 2))))
  (is (= "OK" (value (client/mset *pool* "a" 1 "b" 2))))
  (is (= ["1" "2" nil] (value (client/mget *pool* "a" "b" "none")))))

(deftest keys-and-their-lives
  (value (client/set *pool* "TEST-STRING" "STRING-VALUE"))
  (is (= 1 (value (client/exists *pool* "TEST-STRING"))))
  (is (= ["TEST-STRING"] (value (client/keys *pool* "TEST-ST*"))))
  (is (= "string" (value (client/type *pool* "TEST-STRING"))))
  (is (= "none" (value (client/type *pool* "none"))))
  (is (= 1 (value (client/expire *pool* "TEST-STRING" 100))))
  (is (<= 1 (value (client/ttl *pool* "TEST-STRING")) 100))
  (is (= 1 (value (client/persist *pool* "TEST-STRING"))))
  (is (= -1 (value (client/ttl *pool* "TEST-STRING"))))
  (is (= "OK" (value (client/rename *pool* "TEST-STRING" "OTHER"))))
  (is (= 1 (value (client/del *pool* "OTHER" "none"))))
  (is (= 0 (value (client/unlink *pool* "OTHER"))))
  (testing "OBJECT both ways"
    (value (client/set *pool* "TEST-STRING" "STRING-VALUE"))
    (is (pos? (value (client/object *pool* :refcount "TEST-STRING"))))
    (is (= "embstr" (value (client/object *pool* :encoding "TEST-STRING"))
           (value (client/object-encoding *pool* "TEST-STRING")))))
  (testing "SORT"
    (doseq [d ["A" "Z" "B" "W"]]
      (client/faf (client/sadd *pool* "SORT-TEST" d)))
    (is (= ["A" "B" "W" "Z"] (value (client/sort *pool* "SORT-TEST" :alpha)))))
  (testing "SCAN"
    (let [[cursor found] (value (client/scan *pool* 0 :match "TEST*" :count 1000))]
      (is (= "0" cursor))
      (is (= ["TEST-STRING"] found)))))

(deftest hashes
  (is (= 2 (value (client/hset *pool* "h" "a" 1 "b" 2))))
  (is (= "1" (value (client/hget *pool* "h" "a"))))
  (is (nil? (value (client/hget *pool* "h" "none"))))
  (testing "are flat, as RESP2 has them"
    (is (= {"a" "1" "b" "2"} (apply hash-map (value (client/hgetall *pool* "h"))))))
  (is (= 11 (value (client/hincrby *pool* "h" "a" 10))))
  (is (= ["11" nil] (value (client/hmget *pool* "h" "a" "none")))))

(deftest lists
  (is (= 3 (value (client/rpush *pool* "l" "a" "b" "c"))))
  (is (= ["a" "b" "c"] (value (client/lrange *pool* "l" 0 -1))))
  (is (= 4 (value (client/linsert *pool* "l" :before "b" "x"))))
  (is (= "a" (value (client/lpop *pool* "l"))))
  (is (= ["x" "b"] (value (client/lpop *pool* "l" 2))))
  (is (= "c" (value (client/lmove *pool* "l" "other" :left :right))))
  (is (= 0 (value (client/llen *pool* "l")))))

(deftest sets
  (is (= 2 (value (client/sadd *pool* "s" "a" "b"))))
  (is (= #{"a" "b"} (set (value (client/smembers *pool* "s")))))
  (is (vector? (value (client/smembers *pool* "s"))))
  (is (= 1 (value (client/sismember *pool* "s" "a"))))
  (value (client/sadd *pool* "t" "b" "c"))
  (is (= ["b"] (value (client/sinter *pool* "s" "t")))))

(deftest sorted-sets
  (is (= 2 (value (client/zadd *pool* "z" 7 "ada" 3 "bob"))))
  (testing "have scores that are strings, as RESP2 has them"
    (is (= ["bob" "3" "ada" "7"] (value (client/zrange *pool* "z" 0 -1 :withscores))))
    (is (= "7" (value (client/zscore *pool* "z" "ada")))))
  (is (= 1 (value (client/zrank *pool* "z" "ada"))))
  (is (= ["ada"] (value (client/zrangebyscore *pool* "z" "(3" "+inf")))))

(deftest streams
  (let [id (value (client/xadd *pool* "x" :* "field" "value"))]
    (is (re-matches #"\d+-\d+" id))
    (is (= 1 (value (client/xlen *pool* "x"))))
    (is (= [[id ["field" "value"]]] (value (client/xrange *pool* "x" "-" "+"))))
    (is (= "OK" (value (client/xgroup-create *pool* "x" "group" 0))))
    (is (= [["x" [[id ["field" "value"]]]]]
           (value (client/xreadgroup *pool* :group "group" "me" :streams "x" ">"))))
    (is (= 1 (value (client/xack *pool* "x" "group" id))))))

(deftest places-bits-and-counts
  (is (= 2 (value (client/geoadd *pool* "g" 13.361389 38.115556 "Palermo"
                                 15.087269 37.502669 "Catania"))))
  (is (= "166.2742" (value (client/geodist *pool* "g" "Palermo" "Catania" :km))))
  (is (= 0 (value (client/setbit *pool* "b" 7 1))))
  (is (= 1 (value (client/bitcount *pool* "b"))))
  (is (= 1 (value (client/pfadd *pool* "p" "a" "b"))))
  (is (= 2 (value (client/pfcount *pool* "p")))))

(deftest the-server-and-the-connection
  (is (= "PONG" (value (client/ping *pool*))))
  (is (= "hi" (value (client/echo *pool* "hi"))))
  (is (string/includes? (value (client/info *pool* :server)) "redis_version"))
  (is (= 0 (value (client/dbsize *pool*))))
  (is (= 2 (count (value (client/time *pool*)))))
  (is (= ["maxmemory" "0"] (value (client/config-get *pool* "maxmemory"))
         (value (client/config *pool* :get "maxmemory"))))
  (is (pos? (value (client/client-id *pool*))))
  (is (= "default" (value (client/acl-whoami *pool*))))
  (is (pos? (value (client/command-count *pool*)))))

(deftest scripts-and-messages-are-commands-too
  (is (= ["k" "v"] (value (client/eval *pool* "return {KEYS[1], ARGV[1]}" 1 "k" "v"))))
  (is (= 0 (value (client/publish *pool* "nobody" "hears"))))
  (is (= [] (value (client/pubsub-channels *pool* "nobody")))))

(deftest commands-that-wait-hold-up-no-others
  (let [waiting [(client/blpop *pool* "l" 0)
                 (client/brpop *pool* "l2" 0)
                 (client/brpoplpush *pool* "l3" "to" 0)
                 (client/blmove *pool* "l4" "to" :left :right 0)
                 (client/bzpopmin *pool* "z" 0)
                 (client/xread *pool* :block 0 :streams "x" 0)]]
    (is (= "PONG" (value (client/ping *pool*))))
    (value (client/rpush *pool* "l" "a"))
    (value (client/rpush *pool* "l2" "b"))
    (value (client/rpush *pool* "l3" "c"))
    (value (client/rpush *pool* "l4" "d"))
    (value (client/zadd *pool* "z" 1 "e"))
    (value (client/xadd *pool* "x" "1-1" "f" "g"))
    (is (= [["l" "a"] ["l2" "b"] "c" "d" ["z" "e" "1"] [["x" [["1-1" ["f" "g"]]]]]]
           (mapv value waiting)))
    (testing "nothing comes in time"
      (is (nil? (value (client/blpop *pool* "none" 0.01)))))))

(deftest commands-that-no-table-knows-are-sent-too
  (is (re-find #"unknown command 'NOSUCH'"
               (:msg (ex-data (try (value (redis/send-cmd *pool* "NOSUCH" ["a"]))
                                   (catch clojure.lang.ExceptionInfo e e))))))
  (is (= "OK" (value (redis/send-cmd *pool* ["SET"] ["k" 1 :ex 10]))))
  (is (= "1" (value (redis/send-cmd *pool* :get ["k"])))))

(deftest RESP3-has-maps-and-numbers
  (with-open [^Closeable pool (redis/make-pool {:host "127.0.0.1" :port (port) :protocol 3})]
    (value (client/hset pool "h" "a" 1 "b" 2))
    (value (client/zadd pool "z" 1.5 "m"))
    (value (client/sadd pool "s" "x" "y"))
    (is (= {"a" "1" "b" "2"} (value (client/hgetall pool "h"))))
    (is (= 1.5 (value (client/zscore pool "z" "m"))))
    (is (= #{"x" "y"} (value (client/smembers pool "s"))))
    (is (nil? (value (client/get pool "none"))))
    (is (= {"a" "1" "b" "2"} (a/<!! (a/go (client/<! (client/hgetall pool "h"))))))))
