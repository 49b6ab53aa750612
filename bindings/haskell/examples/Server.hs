{-# LANGUAGE DataKinds, OverloadedStrings, QuasiQuotes, TemplateHaskell #-}

-- | A function of Haskell that Java calls: it answers the requests to the HTTP server of the JDK.
module Main (main) where

import Control.Concurrent.MVar
import Control.Exception (bracket)
import Data.Int
import Data.Text (Text)
import qualified Data.Text as Text
import qualified Data.Text.IO as Text
import Language.Java
import Language.Java.Inline

imports "com.sun.net.httpserver.*"
imports "java.net.*"
imports "java.net.http.*"
imports "java.util.concurrent.*"

type Server = J ('Class "com.sun.net.httpserver.HttpServer")

-- | Serves at a free port of this machine. Requests are answered side by side.
serve :: (Text -> IO Text) -> IO Server
serve handler = [java| {
  HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  server.createContext("/", exchange -> {
    byte[] answer = $handler.call(exchange.getRequestURI().getPath()).getBytes("UTF-8");
    exchange.sendResponseHeaders(200, answer.length);
    try (var body = exchange.getResponseBody()) {
      body.write(answer);
    }
  });
  server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
  server.start();
  return server;
} |]

stop :: Server -> IO ()
stop server = [java| { $server.stop(0); } |]

get :: Server -> Text -> IO Text
get server path = [java| {
  try (HttpClient client = HttpClient.newHttpClient()) {
    URI uri = URI.create("http://localhost:" + $server.getAddress().getPort() + $path);
    return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString()).body();
  }
} |]

main :: IO ()
main = withJVM [] $ do
  visits <- newMVar (0 :: Int32)
  let greet path = do
        count <- modifyMVar visits (\n -> pure (n + 1, n + 1))
        pure ("Hello " <> Text.drop 1 path <> ", you are visitor " <> Text.pack (show count))
  bracket (serve greet) stop $ \server -> do
    get server "/Ada" >>= Text.putStrLn
    get server "/Grace" >>= Text.putStrLn
