{-# LANGUAGE DataKinds, OverloadedStrings, QuasiQuotes, TemplateHaskell #-}

-- | Calls of Java by a program of Haskell, measured as benchmarks/README.md says; without arguments one
-- call.
module Main (main) where

import Control.Concurrent (forkIO)
import Control.Concurrent.MVar (newEmptyMVar, putMVar, takeMVar)
import Control.Monad (replicateM, replicateM_)
import qualified Data.ByteString as ByteString
import Data.ByteString.Unsafe (unsafeUseAsCStringLen)
import Data.Int (Int64)
import qualified Data.Vector.Storable as Vector
import GHC.Clock (getMonotonicTimeNSec)
import Language.Java
import Language.Java.Inline
import System.Environment (getArgs)

main :: IO ()
main = do
  arguments <- getArgs
  withJVM ["-XX:+UseSerialGC"] $ case arguments of
    program : _ : size : warm : sample : _ ->
      measure (work program (read size)) (1000000 * read warm) (1000000 * read sample)
    _ -> [java| 5L + 3 |] >>= \sum' -> print (sum' :: Int64)

-- | Does some work again and again, to warm up and then to be measured.
measure :: IO Int64 -> Integer -> Integer -> IO ()
measure act warm sample = do
  _ <- during 1 warm
  calls <- during 3 sample
  putStrLn ("check " ++ show (fst (last calls)))
  putStrLn ("ns " ++ unwords (map (show . snd) calls))
  where
    during :: Int -> Integer -> IO [(Int64, Integer)]
    during least nanos = now >>= \begun -> go (begun + nanos) least
    go end least = do
      begun <- now
      result <- act
      ended <- now
      rest <- if least > 1 || ended < end then go end (least - 1) else pure []
      pure ((result, ended - begun) : rest)
    now = toInteger <$> getMonotonicTimeNSec

-- | What is to be done a number of times.
work :: String -> Int -> IO Int64
work program size = case program of
  "leaf" -> summed size $ \n -> [leaf| $n + 1 |]
  "waits" -> summed size yields
  "waits-64" -> sum <$> together 64 (summed (size `div` 64) yields)
  "sleeps" -> sum <$> together size (1 <$ ([java| { Thread.sleep(50); } |] :: IO ()))
  "rows" -> let column = Vector.enumFromN 1 size :: Vector.Vector Int64 in
    [leaf| java.util.stream.LongStream.of($column).sum() |]
  "to-java" -> summed size $ \n -> [leaf| $n + $large.length |]
  "to-haskell" -> do
    array <- [java| new byte[1_000_000] |] :: IO (J ('Array ('Prim "byte")))
    summed size $ \n -> (n +) . fromIntegral . ByteString.length <$> reify array
  "memcpy" -> summed size $ \n -> (n +) . fromIntegral . ByteString.length <$> copied large
  _ -> fail ("no program " ++ program)
  where
    yields :: Int64 -> IO Int64
    yields n = [java| { Thread.yield(); return $n + 1; } |]
    large = ByteString.replicate 1000000 7

-- | What 'ByteString.copy' does, in 'IO': of that the compiler leaves nothing where only the length of
-- the copy is asked for.
copied :: ByteString.ByteString -> IO ByteString.ByteString
copied bytes = unsafeUseAsCStringLen bytes ByteString.packCStringLen

-- | Does something for 0, for its result, and so on.
summed :: Int -> (Int64 -> IO Int64) -> IO Int64
summed times act = go times 0
  where
    go 0 n = pure n
    go left n = act n >>= go (left - 1 :: Int)

-- | Does something on threads of a number.
together :: Int -> IO Int64 -> IO [Int64]
together threads act = do
  results <- newEmptyMVar
  replicateM_ threads (forkIO (act >>= putMVar results))
  replicateM threads (takeMVar results)
