{-# LANGUAGE DataKinds, OverloadedStrings, QuasiQuotes, ScopedTypeVariables, TemplateHaskell #-}

-- | What the tests of foreign libraries call.
module Exports where

import Control.Concurrent (newEmptyMVar, takeMVar, threadDelay)
import Control.Exception (ErrorCall (..), onException, throwIO)
import Control.Monad.Catch (catch, throwM)
import Data.ByteString (ByteString)
import qualified Data.ByteString as ByteString
import Data.Int (Int16, Int32, Int64, Int8)
import Data.Text (Text)
import qualified Data.Text as Text
import qualified Data.Vector.Storable as Vector
import Data.Word (Word16)
import Language.Java
import Language.Java.Export
import Language.Java.Inline
import System.Mem (performMajorGC)

same :: a -> a
same value = value

sameBool :: Bool -> Bool
sameBool = same

sameByte :: Int8 -> Int8
sameByte = same

sameShort :: Int16 -> Int16
sameShort = same

sameInt :: Int32 -> Int32
sameInt = same

sameLong :: Int64 -> IO Int64
sameLong = pure

sameChar :: Word16 -> Word16
sameChar = same

sameFloat :: Float -> Float
sameFloat = same

sameDouble :: Double -> Double
sameDouble = same

type Rows = [(Int32, Maybe Text)]

sameObjects :: Text -> ByteString -> Vector.Vector Double -> Rows -> (Text, ByteString, Vector.Vector Double, Rows)
sameObjects a b c d = (a, b, c, d)

sameReference :: J ('Class "java.util.BitSet") -> J ('Class "java.util.BitSet")
sameReference = same

add :: Int64 -> Int64 -> Int64
add = (+)

less :: () -> Int64 -> Int64
less () n = n - 1

lengthOf :: ByteString -> Int64
lengthOf = fromIntegral . ByteString.length

repeated :: Int32 -> ByteString
repeated n = ByteString.replicate (fromIntegral n) 120

nothing :: IO ()
nothing = pure ()

raises :: Text -> IO Int32
raises text = throwIO (ErrorCall (Text.unpack text))

raisesLate :: Int32 -> Text
raisesLate n = if n > 0 then error "an error in a value" else ""

javaThrows :: IO Text
javaThrows = [leaf| { throw new java.io.IOException("of Java"); } |]

deep :: Int64 -> Int64
deep n = if n == 0 then 0 else 1 + deep (n - 1)

after :: Int32 -> Text -> IO Text
after milliseconds text = text <$ threadDelay (1000 * fromIntegral milliseconds)

waitsInterrupted :: J ('Class "java.util.concurrent.CountDownLatch") -> J ('Class "java.util.concurrent.CountDownLatch") -> IO Int32
waitsInterrupted began interrupted = do
  never <- newEmptyMVar
  [leaf| { $began.countDown(); } |] :: IO ()
  takeMVar never `onException` ([leaf| { $interrupted.countDown(); } |] :: IO ())

waitsRaises :: Text -> IO Text
waitsRaises text = threadDelay 1 >> throwIO (ErrorCall (Text.unpack text))

applied :: J ('Iface "java.util.function.IntUnaryOperator") -> Int32 -> IO Int32
applied function n = [java| $function.applyAsInt($n) |]

-- | Waits for Java as often as is said.
appliedOften :: J ('Iface "java.util.function.IntUnaryOperator") -> Int32 -> Int32 -> Fiber Int32
appliedOften function times n
  | times == 0 = pure n
  | otherwise = [java| $function.applyAsInt($n) |] >>= appliedOften function (times - 1)

takenFrom :: J ('Iface "java.util.concurrent.BlockingQueue") -> Fiber (Text, Text)
takenFrom queue = do
  first <- [java| (String) $queue.take() |] :: Fiber Text
  second <- [leaf| $first.toUpperCase() |]
  third <- [java| (String) $queue.take() |]
  [java| { $queue.put("taken"); } |] :: Fiber ()
  pure (second, third)

recovers :: J ('Iface "java.util.concurrent.Callable") -> Fiber Text
recovers action = attempt `catch` \(raised :: JVMException) -> do
  let description = jvmDescription raised
  [java| "recovered from " + $description.lines().findFirst().get() |]
  where
    attempt = do
      [java| { $action.call(); } |] :: Fiber ()
      [java| { $action.call(); } |] :: Fiber ()
      throwM (ErrorCall "not thrown")

raisesBehindAWait :: Text -> Fiber Text
raisesBehindAWait text = do
  n <- [java| $text.length() |]
  if (n :: Int32) > 0 then throwM (ErrorCall (Text.unpack text)) else pure text

-- | Gives whether the code of a fiber runs on that; behind a wait its text.
alone :: Text -> Fiber (Bool, Text)
alone text = do
  isFiber <- [leaf| Thread.currentThread().isVirtual() |]
  if Text.null text then throwM (ErrorCall "no text") else pure ()
  seen <- [java| { Thread.yield(); return $text; } |]
  pure (isFiber, seen)

adder :: Int64 -> (Int64 -> IO Int64)
adder n m = pure (n + m)

makeAdder :: Int64 -> IO (J (Interp (Int64 -> IO Int64)))
makeAdder n = reflect (adder n)

-- | How many references there are when those that are garbage have been freed. What the first
-- collection finds is finalized before the second one begins.
settled :: IO Int32
settled = do
  performMajorGC
  performMajorGC
  releaseReferences
  fromIntegral <$> countReferences

concat <$> mapM exportLeaf
  [ 'sameBool, 'sameByte, 'sameShort, 'sameInt, 'sameLong, 'sameChar, 'sameFloat, 'sameDouble
  , 'sameObjects, 'sameReference, 'add, 'less, 'lengthOf, 'repeated, 'nothing, 'raises, 'raisesLate
  , 'javaThrows, 'deep, 'makeAdder ]
concat <$> mapM export
  ['settled, 'alone, 'appliedOften, 'takenFrom, 'recovers, 'raisesBehindAWait, 'after, 'waitsInterrupted, 'waitsRaises, 'applied]
