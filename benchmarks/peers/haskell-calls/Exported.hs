{-# LANGUAGE OverloadedStrings, QuasiQuotes, TemplateHaskell #-}

-- | What a program of Java calls: a handler of a web server, and what is less.
module Exported where

import Data.ByteString (ByteString)
import Data.Int (Int32, Int64)
import Data.Text (Text)
import Language.Java.Export
import Language.Java.Inline

add :: Int64 -> Int64 -> Int64
add = (+)

-- | Nothing but the call of a handler: the status.
call :: Fiber Int32
call = pure 200

-- | A handler with what goes in and out.
handle :: ByteString -> Fiber (Int32, Text, ByteString)
handle "/plaintext" = pure (200, "text/plain; charset=utf-8", "Hello, World!")
handle _ = pure (404, "text/plain; charset=utf-8", "there is nothing here")

-- | One that lets Java do something on its fiber first.
handleLater :: ByteString -> Fiber (Int32, Text, ByteString)
handleLater path = do
  [java| { } |] :: Fiber ()
  handle path

concat <$> mapM export ['add, 'call, 'handle, 'handleLater]
