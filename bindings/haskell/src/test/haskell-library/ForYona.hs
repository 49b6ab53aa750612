{-# LANGUAGE DataKinds, OverloadedStrings, QuasiQuotes, TemplateHaskell #-}

-- | What programs of Yona call in tests.
module ForYona where

import Control.Concurrent
import Control.Exception (ErrorCall (..), onException, throwIO)
import Data.ByteString (ByteString)
import Data.Int (Int16, Int32, Int64, Int8)
import Data.Text (Text)
import qualified Data.Text as Text
import qualified Data.Vector.Storable as Vector
import Data.Word (Word16)
import Language.Java
import Language.Java.Export
import Language.Java.Inline
import System.IO.Unsafe (unsafePerformIO)

whole :: Int8 -> Int16 -> Int32 -> Int64 -> (Int8, Int16, Int32, Int64)
whole a b c d = (a, b, c, d)

others :: Bool -> Word16 -> Float -> Double -> (Bool, Word16, Float, Double)
others a b c d = (a, b, c, d)

octet :: Int8 -> Int8
octet = id

type Rows = [(Int16, Maybe Text)]

objects :: Text -> ByteString -> Vector.Vector Int32 -> Rows -> (Text, ByteString, Vector.Vector Int32, Rows)
objects a b c d = (a, b, c, d)

present :: Maybe Int32 -> Maybe Int32
present = fmap (+ 1)

unit :: () -> IO ()
unit = pure

sumOf :: Int64 -> Int64 -> Int64 -> Int64 -> Int64 -> Int64
sumOf a b c d e = a + 10 * b + 100 * c + 1000 * d + 10000 * e

reference :: J ('Class "java.util.BitSet") -> J ('Class "java.util.BitSet")
reference = id

-- | A function of Java with an interface that has nothing of Haskell.
applied :: J ('Iface "java.util.function.IntUnaryOperator") -> Int32 -> IO Int32
applied function n = [leaf| $function.applyAsInt($n) |]

appliedLater :: J ('Iface "java.util.function.IntUnaryOperator") -> Int32 -> IO Int32
appliedLater function n = [java| $function.applyAsInt($n) |]

mapped :: J (Interp (Int32 -> IO (Maybe Text))) -> [Int32] -> IO [Maybe Text]
mapped function = mapM (\n -> [java| $function.call($n) |])

sameFunction :: J (Interp (Int32 -> IO Text)) -> J (Interp (Int32 -> IO Text))
sameFunction = id

adder :: Int64 -> IO (J (Interp (Int16 -> Int64 -> IO (Int64, Int16))))
adder n = reflect (\a b -> pure (n + fromIntegral a + b, a) :: IO (Int64, Int16))

action :: IO (J (Interp (IO Text)))
action = reflect (pure "done" :: IO Text)

raises :: Text -> IO Int32
raises text = throwIO (ErrorCall (Text.unpack text))

raisesLater :: Text -> IO Int32
raisesLater text = threadDelay 1 >> raises text

javaThrows :: IO Text
javaThrows = [leaf| { throw new java.io.IOException("of Java"); } |]

-- | Comes back when so many have called.
meets :: Int32 -> IO Int32
meets count = do
  here <- modifyMVar arrived (\n -> pure (n + 1, n + 1))
  if here == count then here <$ putMVar gate () else here <$ readMVar gate

arrived :: MVar Int32
arrived = unsafePerformIO (newMVar 0)
{-# NOINLINE arrived #-}

gate :: MVar ()
gate = unsafePerformIO newEmptyMVar
{-# NOINLINE gate #-}

waitsForEver :: IO ()
waitsForEver = (newEmptyMVar >>= takeMVar) `onException` modifyMVar_ interrupted (pure . (+ 1))

interrupted :: MVar Int32
interrupted = unsafePerformIO (newMVar 0)
{-# NOINLINE interrupted #-}

interruptions :: IO Int32
interruptions = readMVar interrupted

concat <$> mapM exportLeaf
  [ 'whole, 'others, 'octet, 'objects, 'present, 'unit, 'sumOf, 'reference, 'applied, 'sameFunction
  , 'adder, 'action, 'raises, 'javaThrows, 'interruptions ]
concat <$> mapM export ['appliedLater, 'mapped, 'raisesLater, 'meets, 'waitsForEver]
