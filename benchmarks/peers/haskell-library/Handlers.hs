{-# LANGUAGE DataKinds, OverloadedStrings, QuasiQuotes, TemplateHaskell #-}

-- | The handlers of a web server of Java: plain text, an object as JSON, and a row of a database.
module Handlers where

import Data.Aeson (Encoding, fromEncoding, pairs, (.=))
import qualified Data.ByteString.Builder as Builder
import Data.ByteString (ByteString)
import qualified Data.ByteString.Lazy as Lazy
import Data.Int (Int32, Int64)
import Control.Monad.IO.Class (liftIO)
import Data.IORef (IORef, newIORef, readIORef, writeIORef)
import Data.Text (Text)
import qualified Data.Vector.Storable as Vector
import Language.Java
import Language.Java.Export
import Language.Java.Inline
import System.IO.Unsafe (unsafePerformIO)

type Database = J ('Iface "yona.sql.SqlClient")

database :: IORef Database
database = unsafePerformIO (newIORef Language.Java.null)
{-# NOINLINE database #-}

-- | Has queries asked there.
useDatabase :: Database -> IO ()
useDatabase = writeIORef database

-- | Answers a request: the status, the type of the content, and the content.
handle :: ByteString -> Fiber (Int32, Text, ByteString)
handle path = case path of
  "/plaintext" -> pure (200, "text/plain; charset=utf-8", "Hello, World!")
  "/json" -> pure (json (pairs ("message" .= ("Hello, World!" :: Text))))
  "/db" -> do
    client <- liftIO (readIORef database)
    row <- [java| {
      long id = java.util.concurrent.ThreadLocalRandom.current().nextInt(1, 10_001);
      var found = $client.queryOne("select id, randomnumber from world where id = ?", id).orElseThrow();
      return new long[] {(long) found.get(0), (long) found.get(1)};
    } |]
    let (number, random) = (Vector.head row, Vector.last row) :: (Int64, Int64)
    pure (json (pairs ("id" .= number <> "randomNumber" .= random)))
  _ -> pure (404, "text/plain; charset=utf-8", "there is nothing here")

json :: Encoding -> (Int32, Text, ByteString)
json value =
  (200, "application/json", Lazy.toStrict (Builder.toLazyByteString (fromEncoding value)))

exportLeaf 'useDatabase
export 'handle
