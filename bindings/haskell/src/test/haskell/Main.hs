{-# LANGUAGE DataKinds, OverloadedStrings, QuasiQuotes, ScopedTypeVariables, TemplateHaskell,
             TypeOperators #-}

-- | Tests: each word of the command line is one, and what fails ends the program with an error.
module Main (main) where

import Control.Concurrent
import Control.Exception
import Control.Monad
import qualified Data.ByteString as ByteString
import Data.ByteString (ByteString)
import Data.Int
import qualified Data.Text as Text
import Data.Text (Text)
import qualified Data.Vector.Storable as Vector
import Data.Word
import Language.Java
import Language.Java.Inline
import System.Environment
import System.Mem
import System.Timeout

imports "java.util.*"
imports "java.util.concurrent.*"

type Names = J ('Iface "java.util.List" <> '[ 'Class "java.lang.String"])

main :: IO ()
main = do
  names <- getArgs
  withJVM ["-XX:+UseSerialGC"] $ forM_ names $ \name ->
    maybe (fail ("no test " ++ name)) (\test -> test >> putStrLn ("ok " ++ name)) (lookup name tests)

tests :: [(String, IO ())]
tests =
  [ ("values", values)
  , ("generics", generics)
  , ("exceptions", exceptions)
  , ("references", references)
  , ("waiting", waiting)
  , ("cancellation", cancellation)
  , ("manyThreads", manyThreads)
  ]

is :: (Eq a, Show a) => a -> a -> IO ()
is found expected =
  unless (found == expected) $ fail ("expected " ++ show expected ++ ", found " ++ show found)

values :: IO ()
values = do
  forM_ [minBound, -1, 0, 1, maxBound] $ \n -> do
    [leaf| $n |] >>= (`is` (n :: Int8))
    let s = fromIntegral n * 258 :: Int16
        i = fromIntegral n * 16909320 :: Int32
        l = fromIntegral n * 72624976668147841 :: Int64
        c = fromIntegral n :: Word16
    [leaf| $s |] >>= (`is` s)
    [leaf| $i |] >>= (`is` i)
    [leaf| $l |] >>= (`is` l)
    [leaf| $c |] >>= (`is` c)
    let five = (n, s, i, l, c)
    [java| $five |] >>= (`is` five)
  forM_ [0, -0.1, 1 / 0, 3.5e38 :: Double] $ \d -> do
    let f = realToFrac d :: Float
    [leaf| $d |] >>= (`is` d)
    [leaf| $f |] >>= (`is` f)
    [java| new yona.haskell.Tuple2<>($d, $f) |] >>= (`is` (d, f))
  forM_ [False, True] $ \b -> do
    [leaf| !$b |] >>= (`is` not b)
    let m = if b then Just b else Nothing
    [java| $m |] >>= (`is` m)
  forM_ ["", "a", "äöü€𝄞", Text.replicate 100000 "x\0"] $ \t -> do
    [java| $t |] >>= (`is` (t :: Text))
    [java| $t.length() |] >>= (`is` (fromIntegral (Text.length (Text.concatMap units t)) :: Int32))
  forM_ ["", "abc", ByteString.drop 3 (ByteString.replicate 1000003 200)] $ \bytes -> do
    [java| $bytes |] >>= (`is` (bytes :: ByteString))
    [java| $bytes.length |] >>= (`is` (fromIntegral (ByteString.length bytes) :: Int32))
  let vector = Vector.enumFromN (-5) 1000 :: Vector.Vector Int64
      part = Vector.slice 10 20 vector
      doubles = Vector.map fromIntegral vector :: Vector.Vector Double
      nested = [[Just (1 :: Int32), Nothing], []]
      pairs = [("a", [1.5]), ("", [])] :: [(Text, [Double])]
  [java| $vector |] >>= (`is` vector)
  [java| $part |] >>= (`is` part)
  [java| $doubles |] >>= (`is` doubles)
  [java| java.util.Arrays.stream($part).sum() |] >>= (`is` Vector.sum part)
  [java| $nested |] >>= (`is` nested)
  [java| $pairs |] >>= (`is` pairs)
  [java| $pairs[0] |] >>= \(p :: JObject) -> [java| $p.toString().startsWith("Tuple2[first=a") |] >>= (`is` True)
  n <- [java| null |]
  isNull (n :: JString) `is` True
  wrong <- try [java| (yona.haskell.Tuple2) new yona.haskell.Tuple2<>("a", "b") |]
  either (\(e :: JavaTypeError) -> show e) (\(t :: (Int32, Text)) -> show t) wrong
    `is` "expected an Integer from Java, found a String"
  where
    units c = if c > '\xffff' then "xx" else Text.singleton c

generics :: IO ()
generics = do
  names <- [java| { List<String> names = new ArrayList<>(); names.add("b"); names.add("a"); return names; } |] :: IO Names
  [java| { $names.sort(null); } |] :: IO ()
  let end = "!" :: Text
  [java| $names.get(0).toUpperCase() + $end /* $absent */ + "$absent" + '"' |] >>= (`is` ("A!$absent\"" :: Text))
  [java| {
    record Pair(int a, int b) {}
    var pair = new Pair(1, 2);
    Callable<Integer> sum = new Callable<>() {
      @Override public Integer call() { return pair.a() + pair.b(); }
    };
    return sum.call();
  } |] >>= (`is` (3 :: Int32))
  $([| [java| 6 * 7 |] |]) >>= (`is` (42 :: Int32))

exceptions :: IO ()
exceptions = do
  let n = 3 :: Int32
  thrown <- try [java| { if ($n > 2) throw new IllegalStateException("too many: " + $n); return $n; } |]
  case thrown of
    Right r -> fail ("no exception: " ++ show (r :: Int32))
    Left (JVMException exception shown) -> do
      Text.isPrefixOf "java.lang.IllegalStateException: too many: 3\n\tat Quotes_Main." shown `is` True
      [java| ((IllegalStateException) $exception).getMessage() |] >>= (`is` ("too many: 3" :: Text))
  deep <- try [java| { class Deep { static int down(int i) { return down(i + 1) + 1; } } return Deep.down(0); } |]
  either (\e -> Text.takeWhile (/= '\n') (jvmDescription e)) (\(i :: Int32) -> Text.pack (show i)) deep
    `is` "java.lang.StackOverflowError"
  full <- try [java| { long[][] all = new long[1000][]; for (int i = 0; i < 1000; i++) all[i] = new long[1 << 28]; return all.length; } |]
  either (\e -> Text.take 26 (jvmDescription e)) (\(i :: Int32) -> Text.pack (show i)) full
    `is` "java.lang.OutOfMemoryError"
  [leaf| $n |] >>= (`is` n)
  leafThrown <- try [leaf| $n / 0 |]
  either (\e -> Text.takeWhile (/= '\n') (jvmDescription e)) (\(i :: Int32) -> Text.pack (show i)) leafThrown
    `is` "java.lang.ArithmeticException: / by zero"

references :: IO ()
references = do
  settled <- settle
  forM_ [1 .. 100000 :: Int32] $ \i -> do
    list <- [leaf| new ArrayList<Integer>() |] :: IO (J ('Class "java.util.ArrayList"))
    _ <- [leaf| { ((List<Object>) $list).add($i); return true; } |] :: IO Bool
    when (i `mod` 3 == 0) $ void (try (evaluate =<< ([leaf| { throw new Exception(); } |] :: IO ())) :: IO (Either JVMException ()))
  after <- settle
  after `is` settled
  where
    settle = performMajorGC >> yield >> performMajorGC >> releaseReferences >> countReferences

waiting :: IO ()
waiting = do
  queue <- [leaf| new LinkedBlockingQueue<Integer>() |] :: IO (J ('Class "java.util.concurrent.LinkedBlockingQueue" <> '[ 'Class "java.lang.Integer"]))
  results <- newEmptyMVar
  forM_ [1 .. 1000 :: Int] $ \_ -> forkIO $ do
    taken <- [java| $queue.take() |] :: IO Int32
    putMVar results taken
  forM_ [1 .. 1000 :: Int32] $ \i -> [java| { $queue.put($i); } |] :: IO ()
  total <- sum <$> replicateM 1000 (takeMVar results)
  total `is` 500500

cancellation :: IO ()
cancellation = do
  ended <- [leaf| new Semaphore(0) |] :: IO (J ('Class "java.util.concurrent.Semaphore"))
  forM_ [1 .. 20 :: Int] $ \_ -> do
    r <- timeout 20000 ([java| { try { Thread.sleep(3600000); } finally { $ended.release(); } } |] :: IO ())
    r `is` Nothing
    [leaf| $ended.tryAcquire() |] >>= (`is` True)
  thread <- newEmptyMVar
  caught <- newEmptyMVar
  begun <- [leaf| new Semaphore(0) |] :: IO (J ('Class "java.util.concurrent.Semaphore"))
  running <- forkIO $
    (do putMVar thread ()
        [java| { $begun.release(); new Semaphore(0).acquire(); } |] :: IO ())
    `catch` \(e :: AsyncException) -> putMVar caught e
  takeMVar thread
  [java| { $begun.acquire(); } |] :: IO ()
  killThread running
  takeMVar caught >>= (`is` ThreadKilled)
  [java| 5 |] >>= (`is` (5 :: Int32))

manyThreads :: IO ()
manyThreads = do
  results <- newEmptyMVar
  forM_ [1 .. 200 :: Int64] $ \i -> forkIO $ do
    sums <- forM [1 .. 50 :: Int64] $ \j -> do
      k <- [leaf| $i * $j |] :: IO Int64
      let text = Text.pack (show k)
      back <- [java| { Thread.yield(); return Long.parseLong($text); } |] :: IO Int64
      list <- [java| new Long[] {$back, $i} |]
      pure (sum (list :: [Int64]))
    putMVar results (sum sums)
  total <- sum <$> replicateM 200 (takeMVar results)
  total `is` sum [i * j + i | i <- [1 .. 200], j <- [1 .. 50]]
