(ns yona.async.ports-test
  (:require [clojure.core.async :as a]
            [clojure.test :refer [deftest is testing]]
            [yona.async.core :as y]
            [yona.testing :refer [error until]])
  (:import [yona.async Async]))

(deftest a-channel-is-one-of-both-libraries
  (doseq [channel [(y/chan) (y/chan 3) (y/chan :unbounded)]]
    (testing channel
      (let [got (a/go-loop [all []]
                  (if-some [v (a/<! channel)]
                    (recur (conj all v))
                    all))]
        (y/blocking
         (is (true? (y/send channel 1)))
         (is (true? (y/send channel 2))))
        (is (true? (a/>!! channel 3)))
        (is (true? (a/<!! (a/go (a/>! channel 4)))))
        (a/close! channel)
        (is (= [1 2 3 4] (a/<!! got)))
        (is (false? (a/>!! channel 5)))
        (is (false? (y/send channel 5)))
        (is (nil? (a/<!! channel)))
        (is (nil? (y/receive channel))))))
  (testing "what is held is still there when it is closed"
    (let [channel (y/chan 2)]
      (a/>!! channel 1)
      (a/close! channel)
      (is (= 1 (a/<!! channel)))
      (is (nil? (a/<!! channel)))))
  (testing "without waiting"
    (let [channel (y/chan 1)]
      (is (true? (a/offer! channel 1)))
      (is (nil? (a/offer! channel 2)))
      (is (= 1 (a/poll! channel)))
      (is (nil? (a/poll! channel))))))

(deftest a-put-waits-for-room
  (let [channel (y/chan 1)]
    (a/>!! channel 1)
    (let [put (a/thread (a/>!! channel 2))
          in-go (a/go (a/>! channel 3))]
      (is (= #{1 2 3} (set (repeatedly 3 #(a/<!! channel)))))
      (is (= [true true] [(a/<!! put) (a/<!! in-go)]))))
  (testing "and ends with the channel"
    (let [channel (y/chan)
          put (a/thread (a/>!! channel 1))]
      (until #(re-find #"1 sender|1 send|sends" (str channel)))
      (a/close! channel)
      (is (false? (a/<!! put))))))

(deftest futures-and-timers-are-ports
  (y/blocking
   (let [value (y/promise*)
         failed (y/promise*)
         boom (ex-info "boom" {})
         got (a/go [(a/<! value) (a/<! value) (a/<! failed)])]
     (y/complete! value 7)
     (y/fail! failed boom)
     (is (= [7 7 boom] (a/<!! got)))
     (is (= 7 (a/<!! (y/future* 7))))
     (is (some? (a/<!! (y/timer 1))))
     (is (= :never (first (a/alts!! [(y/promise*)] :default :never)))))))

(deftest many-who-wait-are-given-one-value-each
  (let [channel (y/chan)
        takes (mapv (fn [_] (a/go (a/<! channel))) (range 1000))]
    (y/blocking
     (dotimes [i 1000]
       (y/send channel i)))
    (is (= (set (range 1000)) (set (map a/<!! takes))))))

(deftest alts-of-core-async-choose-one
  (let [ours (y/chan)
        theirs (a/chan)
        n 2000
        got (a/go-loop [all []]
              (if (= n (count all))
                all
                (recur (conj all (first (a/alts! [ours theirs]))))))
        half (quot n 2)
        put (a/go (dotimes [i half] (a/>! theirs i)))]
    (y/blocking
     (dotimes [i half]
       (y/send ours (+ half i))))
    (is (= (set (range n)) (set (a/<!! got))))
    (is (nil? (a/<!! put)))))

(deftest who-loses-again-and-again-leaves-nothing
  (let [never (y/chan)
        other (a/chan 1)]
    (dotimes [i 10000]
      (a/>!! other i)
      (is (= i (first (a/alts!! [never other] :priority true)))))
    (is (re-find #"1 read" (str never)) (str never))
    (a/put! never :at-last)
    (is (= :at-last (a/<!! never)))))

(deftest a-put-of-alts-is-for-channels-of-core-async
  (is (re-find #"alts of core.async cannot send"
               (ex-message (error #(a/alts!! [[(y/chan 1) 1]])))))
  (is (= [true true] (let [theirs (a/chan 1)]
                       (y/blocking [(first (y/alts [[theirs 1] (y/promise*)]))
                                    (= 1 (a/<!! theirs))])))))

(deftest a-fiber-waits-for-both-kinds
  (y/blocking
   (let [ours (y/chan)
         theirs (a/chan)]
     (a/put! theirs :theirs)
     (is (= [:theirs theirs] (y/alts [ours theirs])))
     (let [sent (y/future* (y/send ours :ours))]
       (is (= [:ours ours] (y/alts [theirs ours])))
       (is @sent))
     (is (= [:none :default] (y/alts [ours theirs] :default :none)))
     (is (= [:none :default] (y/alts [ours] :default :none)))
     (a/close! theirs)
     (is (= [nil theirs] (y/alts [theirs ours])))
     (is (= :late (y/select
                    ours ([v] v)
                    (y/timer 1) :late)))
     (is (= :sent (y/select
                    [[(a/chan 1) 1]] :sent
                    ours :taken)))
     (testing "among channels of ours a put is one of several"
       (let [full (y/chan)
             taken (y/future* (y/receive full))]
         (is (= [true full] (y/alts [[full 1] (y/promise*)])))
         (is (= 1 @taken))))
     (is (= 1 (y/receive (a/to-chan! [1]))))
     (is (true? (y/send (a/chan 1) 1))))))

(deftest a-cancelled-choice-takes-nothing
  (dotimes [i 200]
    (let [ours (y/chan)
          theirs (a/chan)
          withdraw (a/chan)
          seen (atom [])
          putting (y/blocking
                   (let [choosing (y/future* (let [[v] (y/alts [ours theirs])]
                                               (swap! seen conj v)))
                         putting (a/go (second (a/alts! [[theirs i] withdraw])))]
                     (when (even? i)
                       (Async/yield))
                     (y/cancel choosing)
                     putting))]
      (a/close! withdraw)
      ;; What was put was seen, and what was seen was put.
      (is (= (if (= theirs (a/<!! putting)) [i] []) @seen)))))

(deftest what-is-no-port-is-refused
  (is (re-find #"at least one port" (ex-message (error #(y/alts [])))))
  (is (some? (error #(y/alts [7]))))
  (is (re-find #"Can't put nil" (ex-message (error #(y/send (y/chan 1) nil)))))
  (is (re-find #"Can't put nil" (ex-message (error #(a/>!! (y/chan 1) nil)))))
  (is (re-find #"how many values a channel holds" (ex-message (error #(y/chan -1))))))
