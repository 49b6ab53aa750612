{-# LANGUAGE OverloadedStrings #-}
-- The tests of TechEmpower's framework benchmarks with Warp, those of the database if its URI is
-- given, by libpq. HTTP/1.1 and HTTP/2. Prints its port.
module Main (main) where

import Control.Concurrent (forkIO, newEmptyMVar, putMVar, takeMVar)
import Control.Monad (forM, forM_, replicateM)
import Data.Aeson (Encoding, fromEncoding, pairs, (.=))
import qualified Data.Aeson.Encoding as Encoding
import Data.ByteString (ByteString)
import qualified Data.ByteString.Builder as Builder
import qualified Data.ByteString.Char8 as Char8
import qualified Data.ByteString.Lazy as Lazy
import Data.List (intercalate, sortOn)
import Data.Maybe (fromMaybe, mapMaybe)
import Data.Pool (Pool, createPool, withResource)
import Data.Text (Text)
import Data.Text.Encoding (decodeUtf8)
import qualified Database.PostgreSQL.LibPQ as Pq
import Network.HTTP.Types (hContentLength, hContentType, hServer, status200, status404)
import Network.Wai (Request, Response, queryString, rawPathInfo, responseLBS)
import Network.Wai.Handler.Warp (defaultSettings, openFreePort, runSettingsSocket)
import System.Environment (getArgs)
import System.IO (hFlush, stdout)
import System.Random (randomRIO)
import Text.Blaze.Html (Html, preEscapedToHtml, toHtml)
import Text.Blaze.Html.Renderer.Utf8 (renderHtml)
import qualified Text.Blaze.Html5 as H

data World = World Int Int

-- ---- the database

connection :: ByteString -> IO Pq.Connection
connection uri = do
  opened <- Pq.connectdb uri
  forM_
    [ ("world", "select id, randomnumber from world where id = $1"),
      ("fortune", "select id, message from fortune"),
      ( "change",
        "update world set randomnumber = v.n from unnest($1::int[], $2::int[]) v(id, n)"
          <> " where world.id = v.id"
      )
    ]
    $ \(name, text) -> Pq.prepare opened name text Nothing
  return opened

run :: Pool Pq.Connection -> ByteString -> [ByteString] -> IO Pq.Result
run pool name parameters = withResource pool $ \open -> do
  result <- Pq.execPrepared open name [Just (each, Pq.Text) | each <- parameters] Pq.Text
  case result of
    Just rows -> do
      status <- Pq.resultStatus rows
      if status `elem` [Pq.TuplesOk, Pq.CommandOk]
        then return rows
        else Pq.resultErrorMessage rows >>= fail . show
    Nothing -> Pq.errorMessage open >>= fail . show

text :: Pq.Result -> Pq.Row -> Pq.Column -> IO ByteString
text rows row column = fromMaybe "" <$> Pq.getvalue' rows row column

number :: ByteString -> Int
number = maybe 0 fst . Char8.readInt

randomNumber :: IO Int
randomNumber = randomRIO (1, 10000)

world :: Pool Pq.Connection -> IO World
world pool = do
  wanted <- randomNumber
  rows <- run pool "world" [Char8.pack (show wanted)]
  World <$> (number <$> text rows 0 0) <*> (number <$> text rows 0 1)

-- | All at once, as far as there are connections.
worlds :: Pool Pq.Connection -> Int -> IO [World]
worlds pool count = do
  waiting <- replicateM count $ do
    found <- newEmptyMVar
    _ <- forkIO (world pool >>= putMVar found)
    return found
  mapM takeMVar waiting

changed :: Pool Pq.Connection -> Int -> IO [World]
changed pool count = do
  found <- worlds pool count
  new <- forM found $ \(World key _) -> World key <$> randomNumber
  let sorted = sortOn (\(World key _) -> key) new
      array of' = Char8.pack ("{" ++ intercalate "," (map (show . of') sorted) ++ "}")
  _ <- run pool "change" [array (\(World key _) -> key), array (\(World _ n) -> n)]
  return new

fortunes :: Pool Pq.Connection -> IO [(ByteString, Int)]
fortunes pool = do
  rows <- run pool "fortune" []
  count <- Pq.ntuples rows
  found <- forM [0 .. count - 1] $ \row ->
    (,) <$> text rows row 1 <*> (number <$> text rows row 0)
  return (sortOn fst (("Additional fortune added at request time.", 0) : found))

-- ---- answers

answer :: ByteString -> Lazy.ByteString -> Response
answer kind content =
  responseLBS
    status200
    [ (hContentType, kind),
      (hContentLength, Char8.pack (show (Lazy.length content))),
      (hServer, "warp")
    ]
    content

json :: Encoding -> Response
json = answer "application/json" . Builder.toLazyByteString . fromEncoding

row :: World -> Encoding
row (World key n) = pairs ("id" .= key <> "randomNumber" .= n)

page :: [(ByteString, Int)] -> Html
page all' = do
  preEscapedToHtml ("<!DOCTYPE html>" :: Text)
  H.html $ do
    H.head (H.title "Fortunes")
    H.body $ H.table $ do
      H.tr (H.th "id" <> H.th "message")
      forM_ all' $ \(message, key) ->
        H.tr (H.td (toHtml key) <> H.td (toHtml (decodeUtf8 message)))

wanted :: Request -> Int
wanted request = case mapMaybe Char8.readInt given of
  (n, _) : _ -> max 1 (min 500 n)
  [] -> 1
  where
    given = [value | ("queries", Just value) <- queryString request]

main :: IO ()
main = do
  arguments <- getArgs
  let uri = case arguments of
        _ : given : _ -> Char8.pack given
        _ -> ""
  pool <- createPool (connection uri) Pq.finish 1 3600 10
  (port, socket) <- openFreePort
  print port
  hFlush stdout
  runSettingsSocket defaultSettings socket $ \request respond -> case rawPathInfo request of
    "/plaintext" -> respond (answer "text/plain; charset=utf-8" "Hello, World!")
    "/json" -> respond (json (pairs ("message" .= ("Hello, World!" :: Text))))
    "/db" -> world pool >>= respond . json . row
    "/queries" -> worlds pool (wanted request) >>= respond . json . Encoding.list row
    "/updates" -> changed pool (wanted request) >>= respond . json . Encoding.list row
    "/fortunes" -> fortunes pool >>= respond . answer "text/html; charset=utf-8" . renderHtml . page
    _ -> respond (responseLBS status404 [] "")
