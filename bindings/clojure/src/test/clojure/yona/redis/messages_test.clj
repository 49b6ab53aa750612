(ns yona.redis.messages-test
  (:require [clojure.core.async :as a]
            [clojure.string :as string]
            [clojure.test :refer [deftest is testing use-fixtures]]
            [yona.redis.client :as client]
            [yona.redis.core :as redis]
            [yona.redis.protocol :as protocol]
            [yona.testing :refer [*pool* error port until value with-pool]])
  (:import [java.io Closeable]
           [yona.redis.jresp BulkStr SimpleStr]
           [yona.testrun.network FaultProxy]))

(use-fixtures :each with-pool)

(defn- subscribers
  [channel]
  (second (value (client/pubsub-numsub *pool* channel))))

(defn- awaited
  "Waits until so many subscribe to a channel."
  [channel n]
  (until #(= n (subscribers channel))))

(deftest payloads-come-in-order
  (let [news (client/subscribe *pool* "news")]
    (awaited "news" 1)
    (dotimes [i 100]
      (client/publish *pool* "news" i))
    (is (= (map str (range 100)) (repeatedly 100 #(value news))))
    (testing "raw"
      (client/publish *pool* "news" "raw")
      (is (= (BulkStr. "raw") (a/<!! news))))
    (testing "until it is ended"
      (client/unsubscribe *pool* "news")
      (is (nil? (a/<!! news)))
      (awaited "news" 0))))

(deftest a-pattern-comes-before-the-payload
  (let [news (client/psubscribe *pool* "news.*")]
    (until #(= 1 (value (client/pubsub-numpat *pool*))))
    (client/publish *pool* "news.art" "a")
    (client/publish *pool* "other" "b")
    (client/publish *pool* "news.sport" "c")
    (is (= [["news.*" "a"] ["news.*" "c"]] [(value news) (value news)]))
    (client/punsubscribe *pool* "news.*")
    (is (nil? (a/<!! news)))
    (until #(= 0 (value (client/pubsub-numpat *pool*))))))

(defn- heard
  "Publishes until a channel has a message, and gives that."
  [channel to]
  (loop []
    (value (client/publish *pool* to "hi"))
    (or (some-> (a/poll! channel) protocol/->clj)
        (recur))))

(defn- end
  "Takes what is left in a channel, until that is closed."
  [channel]
  (if (some? (a/<!! channel))
    (recur channel)
    :closed))

(deftest several-channels-are-one
  (let [both (client/subscribe *pool* "a" "b")
        one (client/subscribe *pool* "a")]
    (is (= ["hi" "hi" "hi"] [(heard one "a") (heard both "a") (heard both "b")]))
    (client/unsubscribe *pool*)
    (is (= [:closed :closed] [(end both) (end one)]))
    (awaited "a" 0)))

(deftest channels-of-a-shard-are-subscribed-to
  (let [news (client/ssubscribe *pool* "news")]
    (until #(= 1 (value (client/spublish *pool* "news" "hi"))))
    (is (= "hi" (value news)))
    (client/sunsubscribe *pool* "news")
    (is (= :closed (end news)))))

(deftest who-does-not-take-loses-nothing-and-holds-up-nobody
  (let [slow (client/subscribe *pool* "news")]
    (awaited "news" 1)
    (dotimes [i 5000]
      (client/publish *pool* "news" i))
    (is (= "PONG" (value (client/ping *pool*))))
    (is (= (map str (range 5000)) (repeatedly 5000 #(value slow))))))

(defn- gap?
  [raw]
  (and (redis/is-error? raw) (:gap (ex-data (protocol/->clj raw)))))

(deftest who-is-too-slow-sees-where-messages-are-missing
  (let [slow (client/subscribe *pool* "news")
        large (apply str (repeat (bit-shift-left 1 20) "x"))]
    (awaited "news" 1)
    (dotimes [i 60]
      (is (= 1 (value (client/publish *pool* "news" (str i "-" large))))))
    (let [before (vec (take-while #(not (gap? %)) (repeatedly #(a/<!! slow))))
          number #(parse-long (first (string/split (protocol/->clj %) #"-")))]
      (is (= (range (count before)) (map number before)))
      (is (< 16 (count before) 60))
      (testing "and those that come then, of which some may still be on their way"
        (value (client/publish *pool* "news" "after"))
        (let [then (->> (repeatedly #(a/<!! slow))
                        (remove gap?)
                        (take-while #(not= "after" (protocol/->clj %)))
                        (mapv number))]
          (is (apply < (dec (count before)) then)))))))

(deftest what-is-not-taken-does-not-keep-a-subscription
  (let [left (client/subscribe *pool* "news")]
    (awaited "news" 1)
    (dotimes [i 100]
      (value (client/publish *pool* "news" i)))
    (client/unsubscribe *pool* "news")
    (awaited "news" 0)
    (is (= "0" (value left)))))

(deftest a-subscription-that-is-refused-says-so
  (value (client/acl-setuser *pool* "deaf" :on :nopass "~*" "+@all" "resetchannels"))
  (with-open [^Closeable pool (redis/make-pool {:host "127.0.0.1" :port (port)
                                                :user "deaf" :password "any"})]
    (let [news (client/subscribe pool "news")]
      (is (= "NOPERM" (:code (ex-data (error #(value news))))))
      (is (nil? (a/<!! news)))))
  (is (re-find #"expected the names of channels" (ex-message (error #(client/subscribe *pool*)))))
  (is (re-find #"found \[7\]" (ex-message (error #(client/subscribe *pool* 7))))))

(deftest messages-go-on-when-a-connection-is-lost
  (with-open [proxy (FaultProxy/to (port))
              ^Closeable pool (redis/make-pool {:host "127.0.0.1" :port (.port proxy)})]
    (let [news (client/subscribe pool "news")]
      (awaited "news" 1)
      (value (client/publish *pool* "news" "before"))
      (is (= "before" (value news)))
      (.drop proxy)
      (testing "behind an error that says so"
        (let [e (error #(value news))]
          (is (re-find #"^messages may be missing here: the connection was lost" (ex-message e)))
          (is (= {:type :redis :gap true} (dissoc (ex-data e) :msg)))))
      (is (= "hi" (heard news "news"))))))

(deftest the-monitor-tells-commands
  (let [[lines stop] (a/<!! (client/monitor *pool*))]
    (value (client/set *pool* "T1" "D1"))
    (value (client/get *pool* "T1"))
    (is (string/includes? (value lines) "\"SET\" \"T1\" \"D1\""))
    (let [line (a/<!! lines)]
      (is (instance? SimpleStr line))
      (is (string/includes? (str line) "\"GET\" \"T1\"")))
    (a/close! stop)
    (is (nil? (a/<!! lines)))
    (until #(not (string/includes? (value (client/client-list *pool*)) "cmd=monitor")))
    (is (= "PONG" (value (client/ping *pool*))))))

(deftest a-monitor-that-is-refused-says-so
  (value (client/acl-setuser *pool* "blind" :on :nopass "~*" "+@all" "-monitor"))
  (with-open [^Closeable pool (redis/make-pool {:host "127.0.0.1" :port (port)
                                                :user "blind" :password "any"})]
    (is (= "NOPERM" (:code (ex-data (error #(value (client/monitor pool)))))))))
