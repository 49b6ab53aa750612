{-# LANGUAGE DataKinds, OverloadedStrings, QuasiQuotes, ScopedTypeVariables, TemplateHaskell,
             TypeOperators #-}

-- | Tests: each word of the command line is one, and what fails ends the program with an error.
module Main (main) where

import Batches
import Checks
import Control.Concurrent
import Control.Exception
import Control.Monad
import qualified Data.ByteString as ByteString
import Data.ByteString (ByteString)
import qualified Data.ByteString.Internal as ByteString (fromForeignPtr)
import Data.Int
import Data.IORef
import qualified Data.Text as Text
import Data.Text (Text)
import qualified Data.Vector.Storable as Vector
import Data.Word
import Faults
import Foreign.ForeignPtr
import Foreign.JNI (newGlobalRef)
import Language.Java
import Language.Java.Inline
import Soak
import System.Environment
import System.IO
import System.Mem
import System.Posix.Signals
import System.Timeout

imports "java.util.*"
imports "java.lang.foreign.*"
imports "java.util.concurrent.*"
imports "static java.lang.Math.max static java.lang.Math.abs"

type Names = J ('Iface "java.util.List" <> '[ 'Class "java.lang.String"])

main :: IO ()
main = do
  names <- getArgs
  hSetBuffering stdout LineBuffering
  case names of
    ["end"] -> end >> putStrLn "ok end"
    ["endless"] -> endless >> putStrLn "ok endless"
    ["memory"] -> memory >> putStrLn "ok memory"
    ["signals"] -> signals
    ["stubborn"] -> stubborn
    ["abandoned"] -> abandoned
    ["ownHandler"] -> ownHandler
    ["soak", seconds, seed] -> do
      withJVM ["-XX:+UseG1GC", "-Xmx64m"] (soak (read seconds) (read seed))
      putStrLn "ok soak"
    _ -> withJVM ["-XX:+UseSerialGC"] $ forM_ names $ \name ->
      maybe (fail ("no test " ++ name)) (\test -> test >> putStrLn ("ok " ++ name)) (lookup name tests)

-- | The JVM ends while threads call it.
end :: IO ()
end = do
  ended <- newEmptyMVar
  calls <- newMVar (0 :: Int)
  withJVM ["-XX:+UseSerialGC"] $ do
    forM_ [1 .. 50 :: Int32] $ \i -> forkIO $ do
      let go n = do
            r <- try [java| { if ($n % 5 == 0) Thread.sleep(1); return $i + $n; } |]
            case r of
              Right sum' -> do
                sum' `is` (i + n)
                modifyMVar_ calls (pure . (+ 1))
                go (n + 1)
              Left e -> putMVar ended (show (e :: SomeException))
      go (1 :: Int32)
    let many = readMVar calls >>= \n -> when (n < 10000) (threadDelay 1000 >> many)
    many
    [java| { Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook"))); } |] :: IO ()
  errors <- replicateM 50 (takeMVar ended)
  forM_ errors $ \e ->
    unless (any (`Text.isInfixOf` Text.pack e) ["no JVM", "thread killed"]) (fail e)

-- | A signal ends the JVM while Java waits.
signals :: IO ()
signals = (`finally` putStrLn "behind the JVM") . withJVM ["-XX:+UseSerialGC"] $ do
  let ready = putStrLn "ready" :: IO ()
  [java| { Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook"))); } |] :: IO ()
  ([java| { try { $ready.call(); Thread.sleep(3600000); } finally { System.out.println("cancelled"); } } |] :: IO ())
    `catch` \e -> print (e :: SomeAsyncException) >> throwIO e

-- | Java goes on though it is cancelled.
stubborn :: IO ()
stubborn = withJVM ["-XX:+UseSerialGC"] $ do
  let ready = putStrLn "ready" :: IO ()
  [java| { $ready.call(); for (;;) Thread.onSpinWait(); } |]

-- | Threads are in Java when the JVM ends.
abandoned :: IO ()
abandoned = do
  withJVM ["-XX:+UseSerialGC"] $ do
    begun <- newEmptyMVar
    let note = putMVar begun () :: IO ()
    forM_ [1 .. 20 :: Int32] $ \_ ->
      forkIO [java| { $note.call(); Thread.sleep(3600000); } |]
    forM_ [1 .. 20 :: Int32] $ \_ -> takeMVar begun
  putStrLn "ended"

-- | The program has a handler of its own.
ownHandler :: IO ()
ownHandler = do
  told <- newEmptyMVar
  _ <- installHandler sigTERM (Catch (putMVar told ())) Nothing
  withJVM ["-XX:+UseSerialGC"] $ do
    _ <- installHandler sigHUP (Catch (putMVar told ())) Nothing
    putStrLn "ready"
    takeMVar told
  putStrLn "told"
  takeMVar told
  putStrLn "told"

tests :: [(String, IO ())]
tests =
  [ ("values", values)
  , ("surrogates", surrogates >> surrogateBatches)
  , ("largeValues", largeValues)
  , ("hugeValues", hugeValues)
  , ("wrongTypes", wrongTypes)
  , ("views", views)
  , ("batches", batches)
  , ("iterators", iterators)
  , ("wrongBatches", wrongBatches)
  , ("generics", generics)
  , ("exceptions", exceptions)
  , ("references", references)
  , ("scopes", scopes)
  , ("waiting", waiting)
  , ("cancellation", cancellation)
  , ("cancellationAmongMany", cancellationAmongMany)
  , ("manyThreads", manyThreads)
  , ("members", members)
  , ("once", once)
  , ("functions", functions)
  , ("functionsInLeaves", functionsInLeaves)
  , ("functionsAreFreed", functionsAreFreed)
  , ("functionsThatRaise", functionsThatRaise)
  , ("functionsThatWait", functionsThatWait)
  ]

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

-- | Texts of Haskell have no halves of characters.
surrogates :: IO ()
surrogates = do
  [java| "a\ud800" + "bc" |] >>= (`is` ("a\xfffd\&bc" :: Text))
  [leaf| "\udc00\ud800" |] >>= (`is` ("\xfffd\xfffd" :: Text))
  [java| "\ud800\ud834\udd1e\udd1e" |] >>= (`is` ("\xfffd\&𝄞\xfffd" :: Text))
  [java| "\ud800".repeat(5000) |] >>= (`is` Text.replicate 5000 "\xfffd")
  [java| new String[] {"\ud834", "\udd1e", null} |] >>= (`is` [Just "\xfffd", Just "\xfffd", Nothing :: Maybe Text])
  [java| new yona.haskell.Tuple2<>("\ud834", "\udd1e") |] >>= (`is` ("\xfffd" :: Text, "\xfffd" :: Text))
  let replaced text = pure (text == ("x\xfffd" :: Text)) :: IO Bool
  [java| $replaced.call("x\ud800") |] >>= (`is` True)
  thrown <- try [java| { throw new IllegalStateException("\ud800!"); } |] :: IO (Either JVMException ())
  either (head . Text.lines . jvmDescription) (const "") thrown `is` "java.lang.IllegalStateException: \xfffd!"

largeValues :: IO ()
largeValues = do
  before <- settled
  let many = [ByteString.replicate n (fromIntegral n) | n <- [0, 1, 63, 64, 4095, 4096, 4097, 100000]]
      numbers = [Vector.replicate n (fromIntegral n) | n <- [0, 511, 512, 513, 100000]] :: [Vector.Vector Double]
      both = (many, Just numbers)
  [java| $both |] >>= (`is` both)
  [java| $both.first() |] >>= (`is` many)
  (array, text) <- [java| new yona.haskell.Tuple2<>(new long[] {1, 2}, "a".repeat(5000)) |]
  [java| $array[1] |] >>= (`is` (2 :: Int64))
  Text.length text `is` 5000
  large <- [java| new yona.haskell.Tuple2<>(new long[5000], new long[6000]) |] :: IO (J ('Array ('Prim "long")), Vector.Vector Int64)
  let held = fst large
  [java| $held.length |] >>= (`is` (5000 :: Int32))
  Vector.length (snd large) `is` 6000
  deleteLocalRef held
  deleteLocalRef (array :: J ('Array ('Prim "long")))
  settled >>= (`is` before)

-- | Arrays of Java have an end: what is longer is refused before it is read.
hugeValues :: IO ()
hugeValues = do
  place <- mallocForeignPtr
  let size = 2 ^ (31 :: Int) :: Int
      bytes = ByteString.fromForeignPtr place 0 size
      doubles = Vector.unsafeFromForeignPtr0 (castForeignPtr place) size :: Vector.Vector Double
  forM_ [[java| $bytes.length |], [leaf| $doubles.length |]] $ \call' -> do
    refused <- try call' :: IO (Either JVMException Int32)
    either (Text.takeWhile (/= '\n') . jvmDescription) (const "") refused
      `is` "java.lang.IllegalArgumentException: 2147483648 elements are too many for Java, whose arrays have at most 2147483647"

-- | What is not of the type that Haskell expects is freed.
wrongTypes :: IO ()
wrongTypes = do
  before <- settled
  forM_ [1 .. 1000 :: Int] $ \_ -> do
    wrong <- try [java| (yona.haskell.Tuple2) new yona.haskell.Tuple2<>(new byte[100000], new Object[] {new Object(), new long[5000]}) |]
    either (\(e :: JavaTypeError) -> show e) (\(t :: (Text, [JObject])) -> show t) wrong
      `is` "expected a String from Java, found an array of primitives"
    later <- try [java| (yona.haskell.Tuple2) new yona.haskell.Tuple2<>(new byte[100000], new Object[] {new Object(), new long[5000]}) |]
    either (\(e :: JavaTypeError) -> show e) (\(t :: (ByteString, [Maybe Int32])) -> show t) later
      `is` "expected an Integer from Java, found another object"
  settled >>= (`is` before)

views :: IO ()
views = do
  let bytes = ByteString.drop 3 (ByteString.pack [0 .. 99])
      vector = Vector.enumFromN 1 1000 :: Vector.Vector Int64
      seen = View bytes
      numbers = View vector
  [leaf| $seen.get(ValueLayout.JAVA_BYTE, 4) |] >>= (`is` (7 :: Int8))
  [java| { Thread.yield(); return $seen.toArray(ValueLayout.JAVA_BYTE); } |] >>= (`is` bytes)
  [java| { long sum = 0; for (long i = 0; i < $numbers.byteSize(); i += 8) sum += $numbers.get(ValueLayout.JAVA_LONG, i); return sum; } |]
    >>= (`is` Vector.sum vector)
  checksum <- [leaf| { var sum = new java.util.zip.CRC32(); sum.update($seen.asByteBuffer()); return sum.getValue(); } |]
  [leaf| { var sum = new java.util.zip.CRC32(); sum.update($bytes); return sum.getValue(); } |] >>= (`is` (checksum :: Int64))
  let empty = View ByteString.empty
  [leaf| $empty.byteSize() |] >>= (`is` (0 :: Int64))
  written <- try ([leaf| { $seen.set(ValueLayout.JAVA_BYTE, 0, (byte) 1); } |] :: IO ())
  either thrown (const "none") written `is` "java.lang.IllegalArgumentException: Attempt to write a read-only segment"
  kept <- [leaf| $seen |] :: IO (J ('Class "java.lang.foreign.MemorySegment"))
  late <- try [leaf| $kept.get(ValueLayout.JAVA_BYTE, 0) |] :: IO (Either JVMException Int8)
  either thrown show late `is` "java.lang.IllegalStateException: Already closed"
  where thrown = takeWhile (/= '\n') . show :: JVMException -> String

generics :: IO ()
generics = do
  let two = 2 :: Int32
  [leaf| max(abs(-3), $two) |] >>= (`is` (3 :: Int32))
  names <- [java| { List<String> names = new ArrayList<>(); names.add("b"); names.add("a"); return names; } |] :: IO Names
  [java| { $names.sort(null); } |] :: IO ()
  let mark = "!" :: Text
  [java| $names.get(0).toUpperCase() + $mark /* $absent */ + "$absent" + '"' |] >>= (`is` ("A!$absent\"" :: Text))
  [java| {
    record Pair(int a, int b) {}
    var pair = new Pair(1, 2);
    Callable<Integer> sum = new Callable<>() {
      @Override public Integer call() { return pair.a() + pair.b(); }
    };
    return sum.call();
  } |] >>= (`is` (3 :: Int32))
  let mark' = "?" :: Text
  [java| $mark + $mark' + '$' + "\"$mark'" /* ' */ + """
    $mark""" // '
    |] >>= (`is` ("!?$\"$mark'$mark" :: Text))
  $([| [java| 6 * 7 |] |]) >>= (`is` (42 :: Int32))

exceptions :: IO ()
exceptions = do
  let n = 3 :: Int32
  thrown <- try [java| { if ($n > 2) throw new IllegalStateException("too many: " + $n); return $n; } |]
  case thrown of
    Right r -> fail ("no exception: " ++ show (r :: Int32))
    Left failure@(JVMException exception) -> do
      Text.isPrefixOf "java.lang.IllegalStateException: too many: 3\n\tat Quotes_Main." (jvmDescription failure) `is` True
      [java| ((IllegalStateException) $exception).getMessage() |] >>= (`is` ("too many: 3" :: Text))
  deep <- try [java| { class Deep { static int down(int i) { return down(i + 1) + 1; } } return Deep.down(0); } |]
  either (\e -> Text.takeWhile (/= '\n') (jvmDescription e)) (\(i :: Int32) -> Text.pack (show i)) deep
    `is` "java.lang.StackOverflowError"
  full <- try [java| { long[][] all = new long[1000][]; for (int i = 0; i < 1000; i++) all[i] = new long[1 << 28]; return all.length; } |]
  either (\e -> Text.take 26 (jvmDescription e)) (\(i :: Int32) -> Text.pack (show i)) full
    `is` "java.lang.OutOfMemoryError"
  silent <- try ([java| {
    throw new IllegalStateException() {
      @Override public String getMessage() { throw new UnsupportedOperationException(); }
    };
  } |] :: IO ())
  either (Text.dropWhile (/= ':') . jvmDescription) (const "none") silent
    `is` ": its message cannot be shown"
  [leaf| $n |] >>= (`is` n)
  leafThrown <- try [leaf| $n / 0 |]
  either (\e -> Text.takeWhile (/= '\n') (jvmDescription e)) (\(i :: Int32) -> Text.pack (show i)) leafThrown
    `is` "java.lang.ArithmeticException: / by zero"

references :: IO ()
references = do
  before <- settled
  forM_ [1 .. 100000 :: Int32] $ \i -> do
    list <- [leaf| new ArrayList<Integer>() |] :: IO (J ('Class "java.util.ArrayList"))
    _ <- [leaf| { ((List<Object>) $list).add($i); return true; } |] :: IO Bool
    when (i `mod` 3 == 0) $ void (try (evaluate =<< ([leaf| { throw new Exception(); } |] :: IO ())) :: IO (Either JVMException ()))
  settled >>= (`is` before)
  -- They do not wait for many of them.
  replicateM_ 10 ([leaf| new byte[1 << 20] |] :: IO (J ('Array ('Prim "byte"))))
  collectGarbage
  last' <- [leaf| new Object() |] :: IO JObject
  countReferences >>= (`is` (before + 1))
  deleteLocalRef last'
  countReferences >>= (`is` before)

-- | Without a collection of garbage.
scopes :: IO ()
scopes = do
  before <- settled
  let object = [leaf| new Object() |] :: IO JObject
      more n = countReferences >>= (`is` (before + n))
  outside <- object
  (inner, outer) <- push $ do
    kept <- push $ do
      made <- replicateM 100 object
      more 101
      popWithObject (last made)
    more 2
    [leaf| $kept.hashCode() == $outside.hashCode() |] >>= (`is` False)
    other <- newEmptyMVar
    _ <- forkIO (object >>= putMVar other)
    notOurs <- takeMVar other
    global <- newGlobalRef kept
    -- What is not of the scope is not let go by it.
    popWithValue (notOurs, global)
  more 3
  [leaf| $outside != $inner && $inner != $outer |] >>= (`is` True)
  failed <- try . push $ do
    replicateM_ 100 object
    [leaf| { throw new IllegalStateException("thrown"); } |] :: IO ()
    pop
  more 4
  either (\(JVMException e) -> [java| $e.getMessage() |]) (const (pure "none")) failed >>= (`is` ("thrown" :: Text))
  mapM_ deleteLocalRef [outside, inner, outer]

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
  begun <- [leaf| new Semaphore(0) |] :: IO (J ('Class "java.util.concurrent.Semaphore"))
  caught <- newEmptyMVar
  let killed act = do
        running <- forkIO (act `catch` \(e :: AsyncException) -> putMVar caught e)
        [java| { $begun.acquire(); } |] :: IO ()
        killThread running
        takeMVar caught >>= (`is` ThreadKilled)
  forM_ [1 .. 20 :: Int] $ \_ -> do
    killed [java| { $begun.release(); try { Thread.sleep(3600000); } finally { $ended.release(); } } |]
    [leaf| $ended.tryAcquire() |] >>= (`is` True)
  timeout 1000 ([java| { Thread.sleep(3600000); } |] :: IO ()) >>= (`is` Nothing)
  [java| 5 |] >>= (`is` (5 :: Int32))
  -- What Java gives though it is cancelled is nobody's.
  before <- settled
  forM_ [1 .. 20 :: Int] $ \_ -> killed . void $
    ([java| { $begun.release(); try { Thread.sleep(3600000); } catch (InterruptedException e) { } return new Object(); } |] :: IO JObject)
  settled >>= (`is` before)
  [leaf| $begun.availablePermits() |] >>= (`is` (0 :: Int32))

-- | Calls end, or are cancelled, wherever they are: not begun yet, at work, waiting, or ended.
cancellationAmongMany :: IO ()
cancellationAmongMany = do
  before <- settled
  ended <- newEmptyMVar
  forM_ [1 .. 64 :: Int] $ \thread -> forkIO $ do
    forM_ [1 .. 300 :: Int] $ \turn -> do
      let n = fromIntegral turn :: Int32
      given <- timeout ((thread * 31 + turn * 17) `mod` 500) ([java| {
        Thread.yield();
        if ($n % 3 == 0) Thread.sleep(1);
        return new Object[] {$n};
      } |] :: IO JObjectArray)
      forM_ given $ \array -> do
        same <- [leaf| (int) ((Object[]) $array)[0] |]
        same `is` n
    putMVar ended ()
  replicateM_ 64 (takeMVar ended)
  settled >>= (`is` before)

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

newtype Own = Own Int deriving (Eq, Show)

instance Exception Own

-- | No other thread runs during a leaf.
functionsInLeaves :: IO ()
functionsInLeaves = do
  let three = pure 3 :: IO Int32
  refused <- try [leaf| $three.call() |]
  case refused of
    Left (JVMException e) -> [java| $e.getMessage() |] >>=
      (`is` ("a leaf quote cannot call a function of Haskell: it is to be a quote [java| |]" :: Text))
    Right n -> fail ("called: " ++ show (n :: Int32))
  [java| $three.call() |] >>= (`is` (3 :: Int32))
  raised <- try [java| { throw new RuntimeException() { @Override public String toString() { return "t" + $three.call(); } }; } |]
  case raised of
    Left e -> Text.isSuffixOf ": its message cannot be shown" (Text.pack (show (e :: JVMException))) `is` True
    Right () -> fail "nothing was raised"

functions :: IO ()
functions = do
  seen <- newMVar [] :: IO (MVar [Text])
  let names = ["b", "c", "a"] :: [Text]
      see name = modifyMVar_ seen (pure . (name :)) :: IO ()
      compare' x y = pure (fromIntegral (fromEnum (compare x y) - 1)) :: IO Int32
      later = \x y -> compare' (y :: Text) (x :: Text)
      answer = pure (42, Just "x") :: IO (Int32, Maybe Text)
      five a b c d e = pure (a + b + c + d + e) :: IO Int64
      size text = pure (fromIntegral (Text.length text)) :: IO Int32
  [java| { for (String name : $names) $see.call(name); } |] :: IO ()
  takeMVar seen >>= (`is` ["a", "c", "b"])
  [java| { Arrays.sort($names, $later::call); return $names; } |] >>= (`is` ["c", "b", "a" :: Text])
  [java| $answer.call().first() + $answer.call().second().length() |] >>= (`is` (43 :: Int32))
  [java| $five.call(1L, 2L, 3L, 4L, 5L) |] >>= (`is` (15 :: Int64))
  [java| Arrays.stream($names).mapToInt($size::call).sum() |] >>= (`is` (3 :: Int32))
  [java| {
    Comparator<String> own = new Comparator<>() {
      @Override public int compare(String a, String b) { return $later.call(a, b); }
    };
    return own.reversed().compare("a", "b");
  } |] >>= (`is` (-1 :: Int32))

-- | An error that refers to something.
newtype Holding = Holding (IORef Int32)

instance Show Holding where show _ = "Holding"
instance Exception Holding

-- | Java has functions and errors of Haskell for as long as it refers to them.
functionsAreFreed :: IO ()
functionsAreFreed = do
  freed <- newIORef (0 :: Int)
  let watched n = do
        value <- newIORef (n :: Int32)
        value <$ mkWeakIORef value (atomicModifyIORef' freed (\m -> (m + 1, ())))
      collected n tries = do
        performMajorGC
        [java| { System.gc(); } |] :: IO ()
        threadDelay 1000
        found <- readIORef freed
        if found < n && tries > (0 :: Int) then collected n (tries - 1) else found `is` n
  kept <- [leaf| new ArrayList<Object>() |] :: IO (J ('Class "java.util.ArrayList" <> '[ 'Class "java.lang.Object"]))
  forM_ [1 .. 100] $ \n -> do
    value <- watched n
    let function = readIORef value
    [java| { $kept.add($function); return $function.call(); } |] >>= (`is` n)
  collected 0 2
  [java| { while ($kept.size() > 1) $kept.removeLast(); } |] :: IO ()
  collected 99 1000
  [java| (Integer) ((yona.haskell.Function0<?>) $kept.getFirst()).call() |] >>= (`is` (1 :: Int32))
  [java| { $kept.clear(); } |] :: IO ()
  collected 100 1000
  forM_ [1 .. 100] $ \n -> do
    raise <- (\value -> throwIO (Holding value) :: IO ()) <$> watched n
    caught <- try ([java| { try { $raise.call(); } catch (RuntimeException e) { $kept.add(e); throw e; } } |] :: IO ())
    either (\(Holding value) -> readIORef value) (const (pure 0)) caught >>= (`is` n)
  [java| { while ($kept.size() > 1) $kept.removeLast(); } |] :: IO ()
  collected 199 1000
  again <- try ([java| { throw (RuntimeException) $kept.removeFirst(); } |] :: IO ())
  either (\(Holding value) -> readIORef value) (const (pure 0)) again >>= (`is` 1)
  collected 200 1000

functionsThatRaise :: IO ()
functionsThatRaise = do
  let raise n = throwIO (Own (fromIntegral (n :: Int32))) :: IO ()
      throwing = [java| { throw new java.io.IOException("of Java"); } |] :: IO ()
      text (e :: JVMException) = Text.takeWhile (/= '\n') (jvmDescription e)
  through <- try ([java| { $raise.call(7); } |] :: IO ())
  through `is` Left (Own 7)
  caught <- [java| { try { $raise.call(8); return "none"; } catch (yona.haskell.HaskellException e) { return e.getMessage(); } } |]
  caught `is` ("Own 8" :: Text)
  wrapped <- try ([java| { try { $raise.call(9); } catch (RuntimeException e) { throw new IllegalStateException("around", e); } } |] :: IO ())
  either text (const "none") wrapped `is` "java.lang.IllegalStateException: around"
  either (Text.isInfixOf "Caused by: yona.haskell.HaskellException: Own 9" . jvmDescription) (const False) wrapped `is` True
  back <- try ([java| { try { $throwing.call(); } catch (Exception e) { if (e instanceof java.io.IOException) throw e; } } |] :: IO ())
  either text (const "none") back `is` "java.io.IOException: of Java"

functionsThatWait :: IO ()
functionsThatWait = do
  gate <- newEmptyMVar
  results <- newEmptyMVar :: IO (MVar Int32)
  waiting' <- newEmptyMVar
  let pass n = putMVar waiting' () >> readMVar gate >> pure (n + 1) :: IO Int32
  forM_ [1 .. 300 :: Int32] $ \i -> forkIO $ [java| $pass.call($i) |] >>= putMVar results
  replicateM_ 300 (takeMVar waiting')
  putMVar gate ()
  total <- sum <$> replicateM 300 (takeMVar results)
  total `is` (sum [1 .. 300] + 300)
  begun <- newEmptyMVar
  killed <- newEmptyMVar
  let hold = (putMVar begun () >> threadDelay 100000000) `catch` \e -> putMVar killed (e :: AsyncException) >> throwIO e
  caller <- forkIO ([java| { $hold.call(); } |] :: IO ())
  takeMVar begun
  killThread caller
  takeMVar killed >>= (`is` ThreadKilled)

members :: IO ()
members = do
  list <- new :: IO (J ('Class "java.util.ArrayList"))
  call list "add" ("a" :: Text) >>= (`is` True)
  call list "add" (0 :: Int32) ("b" :: Text) :: IO ()
  call list "size" >>= (`is` (2 :: Int32))
  call list "get" (0 :: Int32) >>= (`is` ("b" :: Text))
  call list "toString" >>= (`is` ("[b, a]" :: Text))
  callStatic "java.lang.Math" "max" (3 :: Int64) (5 :: Int32) >>= (`is` (5 :: Int64))
  callStatic "java.lang.Thread" "sleep" (1 :: Int64) :: IO ()
  callStatic "java.lang.String" "valueOf" letter >>= (`is` ("x" :: Text))
  getStaticField "java.lang.Integer" "MAX_VALUE" >>= (`is` (maxBound :: Int32))
  numbers <- newArray 3 :: IO (J ('Array ('Prim "int")))
  reify numbers >>= (`is` Vector.fromList [0, 0, 0 :: Int32])
  absent <- try (call list "abs" (0 :: Int32) :: IO ())
  either (Text.takeWhile (/= '\n') . jvmDescription) (const "none") absent
    `is` "java.lang.IllegalArgumentException: there is no public method java.util.ArrayList.abs that takes (int)"
  wrong <- try (call list "get" (0 :: Int32)) :: IO (Either JVMException Int64)
  either (Text.takeWhile (/= ' ') . jvmDescription) (Text.pack . show) wrong
    `is` "java.lang.ClassCastException:"
  narrow <- try (callStatic "java.lang.Math" "abs" (5 :: Int64)) :: IO (Either JVMException Int32)
  either (Text.takeWhile (/= '(') . jvmDescription) (Text.pack . show) narrow
    `is` "java.lang.IllegalArgumentException: java.lang.Math.abs does not give int: cannot convert MethodHandle"
  where letter = 120 :: Word16

once :: IO ()
once = do
  again <- try (withJVM [] (pure ())) :: IO (Either IOException ())
  either show show again
    `is` "user error (the JVM has been started before: a process can do that once)"
  [java| 5 |] >>= (`is` (5 :: Int32))
