{-# LANGUAGE DataKinds, OverloadedStrings, QuasiQuotes, ScopedTypeVariables, TemplateHaskell,
             TypeOperators #-}

-- | Values go back and forth while both garbage collectors work, and are compared by checksums.
module Soak (soak) where

import Checks
import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.Bits
import qualified Data.ByteString as ByteString
import Data.ByteString (ByteString)
import Data.Int
import qualified Data.Text as Text
import qualified Data.Vector.Storable as Vector
import Data.Word
import GHC.Clock
import Language.Java
import Language.Java.Inline
import System.Mem
import System.Timeout

imports "java.util.*"

type List = J ('Iface "java.util.List" <> '[ 'Class "java.lang.Object"])

-- | For some seconds, from a seed.
soak :: Double -> Word64 -> IO ()
soak seconds seed = do
  before <- settled
  end <- (+ seconds) <$> getMonotonicTime
  ended <- newEmptyMVar
  let turns (a : b : c : more) = do
        turn a (fromIntegral (b `mod` 20000)) c
        now <- getMonotonicTime
        when (now < end) $ turns more
      turns _ = pure ()
  forM_ [1 .. 8] $ \thread -> forkFinally (turns (numbers (seed + thread))) (putMVar ended)
  collected <- newEmptyMVar
  collector <- forkFinally (forever collect) (const (putMVar collected ()))
  results <- replicateM 8 (takeMVar ended)
  killThread collector
  takeMVar collected
  forM_ results (either throwIO pure)
  settled >>= (`is` before)

  where
    collect = do
      performMajorGC
      [java| { System.gc(); Thread.sleep(20); } |] :: IO ()

numbers :: Word64 -> [Word64]
numbers = map (`shiftR` 24) . drop 1 . iterate (\x -> x * 6364136223846793005 + 1442695040888963407)

-- | A value crosses in one of several ways.
turn :: Word64 -> Int -> Word64 -> IO ()
turn kind size seed = case kind `mod` 6 of
  0 -> do
    (sum', back) <- [java| { Thread.yield(); return new yona.haskell.Tuple2<>(Arrays.hashCode($bytes), $bytes); } |]
    (sum', back) `is` (checksum bytes, bytes)
  1 -> do
    back <- [leaf| new StringBuilder($text).reverse().toString() |]
    back `is` Text.reverse text
  2 -> do
    list <- [leaf| new ArrayList<Object>(List.of($text, $bytes)) |] :: IO List
    same <- [java| { Thread.sleep(0, 1000); return (byte[]) $list.get(1); } |]
    same `is` bytes
    again <- [leaf| (String) $list.get(0) |]
    again `is` text
  3 -> do
    let twice given = pure (given <> given) :: IO ByteString
    back <- [java| { return Arrays.hashCode($twice.call($bytes)); } |]
    back `is` checksum (bytes <> bytes)
  4 -> do
    let vector = Vector.generate size (\i -> fromIntegral i * fromIntegral seed) :: Vector.Vector Int64
    back <- [java| { long[] v = $vector; Thread.yield(); return Arrays.stream(v).map(n -> n + 1).toArray(); } |]
    back `is` Vector.map (+ 1) vector
  _ -> do
    given <- timeout (size `div` 40) [java| { Thread.sleep(0, 1 + $nanos); return Arrays.hashCode($bytes); } |]
    forM_ given (`is` checksum bytes)
  where
    bytes = fst (ByteString.unfoldrN size (\n -> Just (fromIntegral (n `shiftR` 13), n * 1103515245 + 12345)) seed)
    text = Text.pack (map (toEnum . (+ 32) . fromIntegral) (ByteString.unpack (ByteString.take 300 bytes)))
    nanos = fromIntegral (seed `mod` 900000) :: Int32

-- | What @Arrays.hashCode@ gives.
checksum :: ByteString -> Int32
checksum = ByteString.foldl' (\total byte -> total * 31 + fromIntegral (fromIntegral byte :: Int8)) 1
