{-# LANGUAGE OverloadedStrings #-}
-- Plain text with Warp, HTTP/1.1 and HTTP/2. Prints its port.
module Main (main) where

import Data.ByteString.Builder (byteString)
import Network.HTTP.Types (hContentLength, hContentType, hServer, status200, status404)
import Network.Wai (rawPathInfo, responseBuilder)
import Network.Wai.Handler.Warp (defaultSettings, openFreePort, runSettingsSocket)
import System.IO (hFlush, stdout)

main :: IO ()
main = do
  (port, socket) <- openFreePort
  print port
  hFlush stdout
  runSettingsSocket defaultSettings socket $ \request respond ->
    respond $ case rawPathInfo request of
      "/plaintext" -> answer "text/plain; charset=utf-8" "13" "Hello, World!"
      _ -> responseBuilder status404 [] mempty
  where
    answer kind size content =
      responseBuilder
        status200
        [(hContentType, kind), (hContentLength, size), (hServer, "warp")]
        (byteString content)
