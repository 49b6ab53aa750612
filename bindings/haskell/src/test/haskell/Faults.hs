{-# LANGUAGE DataKinds, OverloadedStrings, QuasiQuotes, ScopedTypeVariables, TemplateHaskell,
             TypeOperators #-}

-- | What goes wrong, each in a JVM of its own.
module Faults (endless, memory) where

import Checks
import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.Int
import qualified Data.Text as Text
import Data.Text (Text)
import Language.Java
import Language.Java.Inline

imports "java.util.*"
imports "java.util.concurrent.*"

-- | What is cancelled at the end goes on for ever.
endless :: IO ()
endless = withJVM ["-XX:+UseSerialGC"] $ do
  begun <- [leaf| new CountDownLatch(2) |] :: IO (J ('Class "java.util.concurrent.CountDownLatch"))
  let never = do
        [leaf| { $begun.countDown(); } |] :: IO ()
        forever (threadDelay maxBound `catch` \(_ :: AsyncException) -> pure ()) :: IO ()
  _ <- forkIO ([java| { $never.call(); } |] :: IO ())
  _ <- forkIO ([java| { $begun.countDown(); while (true) Thread.onSpinWait(); } |] :: IO ())
  [java| { $begun.await(); } |]

-- | The heap of Java is full, and then no more.
memory :: IO ()
memory = withJVM ["-XX:+UseSerialGC", "-Xmx32m"] . forM_ [1048576, 32768, 1024, 32, 1 :: Int32] $ \size -> do
  let fill = [java| { var hoard = new ArrayList<Object>(); while (true) hoard.add(new byte[$size]); } |] :: IO ()
      fills = [leaf| { var hoard = new ArrayList<Object>(); while (true) hoard.add(new byte[$size]); } |] :: IO ()
      text = Text.replicate 5000 "x"
      same t = pure t :: IO Text
  forM_ [fill, fills, [java| { $fill.call(); } |]] $ \act -> do
    full <- try act
    either (Text.takeWhile (/= ':') . jvmDescription) (const "none") full `is` "java.lang.OutOfMemoryError"
    [java| $same.call($text) + "y" |] >>= (`is` (text <> "y"))
