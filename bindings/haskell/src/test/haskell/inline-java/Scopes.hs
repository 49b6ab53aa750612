{-# LANGUAGE DataKinds #-}
{-# LANGUAGE OverloadedStrings #-}
{-# LANGUAGE QuasiQuotes #-}
{-# LANGUAGE TemplateHaskell #-}
-- | Threads, scopes of references, and what Java throws.
module Main where

import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.Int
import Data.Text (Text)
import qualified Data.Text as Text
import qualified Data.Text.IO as Text
import Foreign.JNI
import Foreign.JNI.Types (JString)
import Language.Java (J, JType (..), pop, popWithObject, popWithValue, push, reflect, reify, withLocalRef)
import Language.Java.Inline

imports "java.util.*"

list :: IO (J ('Class "java.util.ArrayList"))
list = push $ do
  made <- [java| new ArrayList() |] :: IO (J ('Class "java.util.ArrayList"))
  forM_ [1 .. 10 :: Int32] $ \i -> do
    each <- [java| "element " + $i |] :: IO JString
    void ([java| $made.add($each) |] :: IO Bool)
  popWithObject made

main :: IO ()
main = withJVM [] $ do
  loadJavaWrappers
  ended <- newEmptyMVar
  _ <- forkOS . runInAttachedThread $ do
    total <- push $ do
      made <- list
      sizes <- [java| $made.size() |] :: IO Int32
      popWithValue sizes
    putMVar ended total
  takeMVar ended >>= print
  kept <- push $ do
    text <- reflect ("kept" :: Text)
    newGlobalRef text >>= popWithValue
  reify kept >>= Text.putStrLn
  deleteGlobalRef kept
  push $ do
    text <- [java| "gone" |] :: IO JString
    reify text >>= Text.putStrLn
    pop
  length' <- withLocalRef (reflect ("four" :: Text)) $ \text -> [java| $text.length() |]
  print (length' :: Int32)
  handle (\failure -> showException failure >>= Text.putStrLn . Text.takeWhile (/= '\n')) $
    push $ do
      [java| { throw new IllegalStateException("thrown"); } |] :: IO ()
      pop
  [java| { throw new RuntimeException("again"); } |] `catch` \(JVMException e) -> do
    message <- [java| $e.getMessage() |]
    Text.putStrLn message
