{-# LANGUAGE DataKinds, QuasiQuotes, TemplateHaskell #-}

-- | Ten thousand green threads wait in Java at the same time, for permits of a semaphore.
module Main (main) where

import Control.Concurrent
import Control.Monad
import Data.Int
import Language.Java
import Language.Java.Inline

imports "java.util.concurrent.*"

main :: IO ()
main = withJVM [] $ do
  permits <- [leaf| new Semaphore(0) |] :: IO (J ('Class "java.util.concurrent.Semaphore"))
  results <- newEmptyMVar
  forM_ [1 .. 10000 :: Int64] $ \i -> forkIO $ do
    square <- [java| { $permits.acquire(); return $i * $i; } |]
    putMVar results (square :: Int64)
  let waiting = do
        queued <- [leaf| $permits.getQueueLength() |] :: IO Int32
        when (queued < 10000) (threadDelay 1000 >> waiting)
  waiting
  putStrLn "10000 wait"
  [leaf| { $permits.release(10000); } |] :: IO ()
  squares <- replicateM 10000 (takeMVar results)
  print (sum squares)
