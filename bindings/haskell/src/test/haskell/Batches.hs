{-# LANGUAGE DataKinds, OverloadedStrings, QuasiQuotes, ScopedTypeVariables, TemplateHaskell,
             TypeOperators #-}

-- | Tests of batches.
module Batches (batches, surrogateBatches, iterators, wrongBatches) where

import Checks
import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.Bits
import qualified Data.ByteString as ByteString
import Data.ByteString (ByteString)
import Data.Int
import Data.IORef
import qualified Data.Text as Text
import Data.Text (Text)
import qualified Data.Vector as Vector
import Data.Vector (Vector)
import Data.Word
import Language.Java
import Language.Java.Batch
import Language.Java.Inline

imports "java.util.*"
imports "java.util.concurrent.*"
imports "yona.haskell.*"

type Row = (Int32, Double, Maybe Text, ByteString, Bool, (Int8, Int16, Word16), Maybe (Int64, Float))

-- | Rows that a seed gives.
rows :: Word64 -> Int -> Vector Row
rows seed n = Vector.generate n (\i -> row (drop (50 * i) numbers))
  where
    numbers = map (`shiftR` 33) (iterate (\x -> x * 6364136223846793005 + 1442695040888963407) seed)
    row (a : b : c : d : e : f : more) =
      ( fromIntegral a * 7, fromIntegral b / 3, if even c then Nothing else Just (text (c `mod` 9) more)
      , ByteString.pack (map fromIntegral (take (fromIntegral (d `mod` 30)) more)), odd e
      , (fromIntegral a, fromIntegral b, fromIntegral c)
      , if even f then Nothing else Just (fromIntegral a - fromIntegral b, fromIntegral d / 8) )
    row _ = error "numbers end"
    text size more = Text.pack [ "a\0ä€𝄞z" !! fromIntegral (x `mod` 6) | x <- take (fromIntegral size) more ]

batches :: IO ()
batches = forM_ [(1, 0), (2, 1), (3, 50), (4, 2000)] $ \(seed, n) -> do
  let batch = Batch (rows seed n)
      count = Vector.length . (`Vector.filter` batchRows batch)
      ints = Batch (Vector.map (\(a, _, _, _, _, _, _) -> a) (batchRows batch))
      texts = Batch (Vector.map (\(_, _, c, _, _, _, _) -> maybe "" id c) (batchRows batch))
  [java| $batch |] >>= (`is` batch)
  [java| $ints.length |] >>= (`is` (fromIntegral n :: Int32))
  [java| Arrays.stream($ints).asLongStream().sum() |] >>= (`is` Vector.sum (Vector.map fromIntegral (batchRows ints) :: Vector Int64))
  [java| String.join("", $texts) |] >>= (`is` Text.concat (Vector.toList (batchRows texts)))
  [java| Texts.of(new ArrayList<>($texts)) |] >>= (`is` texts)
  [java| {
    int size = 0;
    for (byte[] bytes : $batch.fourth()) size += bytes.length;
    return size;
  } |] >>= (`is` (fromIntegral (sum [ByteString.length d | (_, _, _, d, _, _, _) <- Vector.toList (batchRows batch)]) :: Int32))
  [java| {
    int present = 0;
    for (int i = 0; i < $batch.seventh().size(); i++) if ($batch.seventh().isPresent(i)) present++;
    return present;
  } |] >>= (`is` (fromIntegral (count (\(_, _, _, _, _, _, g) -> g /= Nothing)) :: Int32))

-- | Texts of Haskell have no halves of characters, and two neighbours make no pair.
surrogateBatches :: IO ()
surrogateBatches = do
  [java| Texts.of(List.of("a\ud834", "\udd1e", "", "\ud834\udd1e\ud800", "b")) |]
    >>= (`is` Batch (Vector.fromList ["a\xfffd", "\xfffd", "", "𝄞\xfffd", "b" :: Text]))
  halves <- [java| Arrays.asList("\ud834", null, "\udd1e").iterator() |]
  nextBatch 10 halves >>= (`is` Vector.fromList [Just "\xfffd", Nothing, Just "\xfffd" :: Maybe Text])

-- | Rows as objects of Java.
iteratorOf :: [Row] -> IO (J ('Iface "java.util.Iterator" <> '[ 'Class "yona.haskell.Tuple7" <> Seven]))
iteratorOf list = [java| Arrays.asList($list).iterator() |]

type Seven =
  '[ 'Class "java.lang.Integer", 'Class "java.lang.Double", 'Class "java.lang.String", 'Array ('Prim "byte")
   , 'Class "java.lang.Boolean"
   , 'Class "yona.haskell.Tuple3" <> '[ 'Class "java.lang.Byte", 'Class "java.lang.Short", 'Class "java.lang.Character"]
   , 'Class "yona.haskell.Tuple2" <> '[ 'Class "java.lang.Long", 'Class "java.lang.Float"]]

iterators :: IO ()
iterators = do
  forM_ [(5, 0), (6, 1), (7, 1000)] $ \(seed, n) -> do
    let all' = rows seed n
    iterator <- iteratorOf (Vector.toList all')
    seen <- newIORef []
    forBatches 64 iterator $ \some -> do
      when (Vector.length some > 64) $ fail "too many rows"
      modifyIORef seen (some :)
    (Vector.concat . reverse <$> readIORef seen) >>= (`is` all')
  before <- settled
  long <- [java| java.util.stream.LongStream.range(0, 1_000_000).boxed().iterator() |]
  total <- newIORef (0 :: Int64)
  forBatches 1000 long $ \some -> modifyIORef' total (+ Vector.sum some)
  readIORef total >>= (`is` 499999500000)
  deleteLocalRef long
  settled >>= (`is` before)
  -- A batch waits for its rows, and can be interrupted.
  queue <- [leaf| new LinkedBlockingQueue<String>() |] :: IO (J ('Class "java.util.concurrent.LinkedBlockingQueue" <> '[ 'Class "java.lang.String"]))
  waiting <- [java| java.util.stream.Stream.generate(() -> { try { return $queue.take(); } catch (InterruptedException e) { throw new CancellationException(); } }).iterator() |]
  got <- newEmptyMVar
  reader <- forkIO (forever (nextBatch 2 waiting >>= putMVar got))
  forM_ ["a", "b", "c", "d" :: Text] $ \each -> [java| { $queue.put($each); } |] :: IO ()
  takeMVar got >>= (`is` Vector.fromList ["a", "b" :: Text])
  takeMVar got >>= (`is` Vector.fromList ["c", "d"])
  killThread reader

wrongBatches :: IO ()
wrongBatches = do
  before <- settled
  uneven <- try [java| new Tuple2<>(new int[5], new double[6000]) |]
  either (\(e :: JavaTypeError) -> show e) (show :: Batch (Int32, Double) -> String) uneven
    `is` "expected columns of one length from Java, found [5,6000]"
  let numbers = [1, 2] :: [Int32]
  iterator <- [java| Arrays.asList($numbers).iterator() |] :: IO (J ('Iface "java.util.Iterator" <> '[ 'Class "java.lang.Integer"]))
  none <- try (nextBatch 0 iterator) :: IO (Either IOException (Vector Int32))
  either show show none `is` "user error (a batch of 0 rows)"
  wrong <- try (nextBatch 10 (castJ iterator)) :: IO (Either JVMException (Vector Int64))
  either (Text.takeWhile (/= ':') . jvmDescription) (Text.pack . show) wrong `is` "java.lang.ClassCastException"
  let some = [Just 1, Nothing] :: [Maybe Int32]
  nulls <- [java| Arrays.asList($some).iterator() |]
  absent <- try (nextBatch 10 nulls) :: IO (Either JVMException (Vector Int32))
  either (Text.takeWhile (/= '\n') . jvmDescription) (Text.pack . show) absent
    `is` "java.lang.NullPointerException: a row is null"
  noText <- try [java| Texts.of(Arrays.asList("a", null)) |]
  noBytes <- try [java| ByteStrings.of(Arrays.asList(new byte[2], null)) |]
  forM_ [void (noText :: Either JVMException (Batch Text)), void (noBytes :: Either JVMException (Batch ByteString))] $ \none' ->
    either (Text.takeWhile (/= '\n') . jvmDescription) (const "") none'
      `is` "java.lang.NullPointerException: element 1 is null"
  let bad = Batch (Vector.fromList [1, throw (ErrorCall "no row")]) :: Batch Int32
  raised <- try [java| $bad.length |] :: IO (Either ErrorCall Int32)
  either show show raised `is` "no row"
  mapM_ deleteLocalRef [iterator, nulls]
  settled >>= (`is` before)
