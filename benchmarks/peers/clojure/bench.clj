;; The row dict on Clojure's persistent map, built with assoc (persistent) as the others are.
;; Usage: clojure.main bench.clj dict MODE SIZE WARM_MS SAMPLE_MS FILE
;; (the protocol is described in benchmarks/README.md).
(set! *unchecked-math* false)

(defn next-number ^long [^long x] (rem (* x 16807) 2147483647))

(defn build [^long n]
  (loop [i n, x (next-number 42), m {}]
    (if (zero? i)
      m
      (recur (dec i) (next-number x) (assoc m x i)))))

(defn dict [^long n]
  (reduce-kv (fn [^long sum _ ^long value] (+ sum value)) 0 (build n)))

(let [[_ mode size warm samples] *command-line-args*
      size (parse-long size)
      result (volatile! nil)
      call (fn []
             (let [start (System/nanoTime)]
               (vreset! result (dict size))
               (- (System/nanoTime) start)))
      after (fn [millis] (+ (System/nanoTime) (* 1000000 (parse-long millis))))
      times (if (= mode "first")
              [(call)]
              (let [end (after warm)]
                (call)
                (while (< (System/nanoTime) end) (call))
                (let [end (after samples)]
                  (loop [times []]
                    (if (or (< (count times) 3)
                            (and (< (System/nanoTime) end) (< (count times) 1000)))
                      (recur (conj times (call)))
                      times)))))]
  (println "check" @result)
  (println "ns" (apply str (interpose " " times))))
