(ns ^:no-doc yona.redis.embedded
  "The server of a pool with `:embedded true`. Apart from the rest, as its artifact may be missing.")

(set! *warn-on-reflection* true)

(try
  (Class/forName "yona.redis.embedded.EmbeddedRedis")
  (catch ClassNotFoundException _
    (throw (ex-info (str ":embedded needs the artifact org.yona-lang:yona-redis-embedded on the"
                         " class path")
                    {}))))

(import 'yona.redis.embedded.EmbeddedRedis)

(defn start
  "A server that ends with the program, at the latest."
  []
  (let [^EmbeddedRedis server (EmbeddedRedis/start)]
    (reify
      java.io.Closeable
      (close [_] (.close server))
      clojure.lang.IDeref
      (deref [_] (.uri server)))))

(defn uri
  "Where it listens."
  [server]
  @server)
