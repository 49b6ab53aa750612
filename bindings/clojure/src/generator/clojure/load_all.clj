;; Loads the namespaces whose sources are in a folder, and fails if Clojure warns of anything.
(require (quote clojure.core.async)
         '[clojure.java.io :as io]
         '[clojure.string :as string])

(let [root (io/file (first *command-line-args*))
      namespaces (for [file (sort (file-seq root))
                       :let [path (str (.relativize (.toPath root) (.toPath file)))]
                       :when (string/ends-with? path ".clj")]
                   (-> path
                       (string/replace #"\.clj$" "")
                       (string/replace "/" ".")
                       (string/replace "_" "-")
                       symbol))
      warnings (java.io.StringWriter.)]
  (binding [*err* warnings
            *warn-on-reflection* true]
    (run! require namespaces))
  (when-not (string/blank? (str warnings))
    (binding [*out* *err*]
      (println (str warnings)))
    (System/exit 1)))
