(ns yona.guide-test
  "The programs of docs/clojure.md, each with what the guide says of it."
  (:require [clojure.core.async :as a]
            [clojure.java.io :as io]
            [clojure.string :as string]
            [clojure.test :refer [deftest is use-fixtures]]
            [yona.testing :refer [*pool* with-pool]])
  (:import [java.io StringReader]
           [clojure.lang LineNumberingPushbackReader]))

(use-fixtures :each with-pool)

(defn- guide
  []
  (let [folder (->> (iterate #(.getParentFile ^java.io.File %) (.getAbsoluteFile (io/file "")))
                    (take-while some?)
                    (filter #(.exists (io/file % "docs/clojure.md")))
                    first)]
    (slurp (io/file folder "docs/clojure.md"))))

(defn- programs
  []
  (map second (re-seq #"(?s)```clojure\n(.*?)```" (guide))))

(defn- run
  "The values of all forms of a program, with a pool."
  [program]
  (let [space (create-ns 'yona.guide-test.program)]
    (binding [*ns* space]
      (refer-clojure)
      (require '[clojure.core.async :as a]
               '[yona.async.core :as y]
               '[yona.redis.client :as client]
               '[yona.redis.core :as redis]
               '[yona.redis.protocol :as protocol])
      (intern space 'pool *pool*)
      (let [reader (LineNumberingPushbackReader. (StringReader. program))]
        (->> (repeatedly #(read {:eof ::end} reader))
             (take-while #(not= ::end %))
             (mapv eval))))))

(def ^:private expected
  "What the last form of each program gives, in the order of the guide."
  [["OK" 1 "TEST"]
   #(= "hello" (a/<!! %))
   {:type :redis
    :msg "WRONGTYPE Operation against a key holding the wrong kind of value"
    :code "WRONGTYPE"}
   {:type :redis
    :msg "WRONGTYPE Operation against a key holding the wrong kind of value"
    :code "WRONGTYPE"}
   [-119 80 78 71]
   [1 10]
   [3 2]
   "it rains"
   ["page of one" "page of two"]
   ["page of one" "page of two"]
   "done: from a go block"
   [4 4]])

(deftest each-program-gives-what-the-guide-says
  (let [all (programs)]
    (is (= (count expected) (count all)))
    (doseq [[program value] (map vector all expected)
            :let [got (peek (run program))]]
      (is (if (fn? value) (value got) (= value got)) program))))

(deftest the-guide-names-values-as-they-are
  (let [text (guide)]
    (doseq [value (remove #(or (fn? %) (map? %)) expected)]
      (is (string/includes? text (str "`" (pr-str value) "`"))))))
