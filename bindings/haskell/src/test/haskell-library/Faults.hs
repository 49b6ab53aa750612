{-# LANGUAGE DataKinds, QuasiQuotes, TemplateHaskell #-}

-- | What goes wrong in the tests of faults.
module Faults where

import Control.Concurrent (threadDelay)
import Control.Exception (Exception, evaluate, throwIO)
import Control.Monad.IO.Class (liftIO)
import Data.Int (Int32, Int64)
import Data.Text (Text)
import qualified Data.Text as Text
import GHC.IO.Handle.Internals (wantWritableHandle)
import Language.Java
import Language.Java.Export
import Language.Java.Inline
import System.IO (stdout)

type Operator = J ('Iface "java.util.function.IntUnaryOperator")

-- | An exception by what shows it.
newtype Odd = Odd String

instance Show Odd where show (Odd text) = text
instance Exception Odd

raises :: Int32 -> IO Int32
raises n = throwIO . Odd $ case n of
  0 -> "odd"
  1 -> error "cannot be shown"
  2 -> "half" ++ error "cannot be shown"
  _ -> cycle "endless"

raisesLater :: Int32 -> IO Int32
raisesLater n = threadDelay 1 >> raises n

add :: Int64 -> Int64 -> Int64
add = (+)

repeated :: Int32 -> Text
repeated n = Text.replicate (fromIntegral n) (Text.pack "x")

applied :: Operator -> Int32 -> Fiber Int32
applied function n = [java| $function.applyAsInt($n) |]

appliedLater :: Operator -> Int32 -> IO Int32
appliedLater function n = [java| $function.applyAsInt($n) |]

blocks :: IO Int32
blocks = threadDelay maxBound >> pure 0

-- | Computes for ever.
computes :: Int64 -> Int64
computes n = if n < 0 then n else computes ((n + 1) `mod` 1000003)

computesLater :: Int64 -> IO Int64
computesLater = evaluate . computes

computesOnFiber :: Int64 -> Fiber Int64
computesOnFiber = liftIO . evaluate . computes

says :: Text -> IO ()
says = putStrLn . Text.unpack

-- | Has the standard output for ever.
holdsOutput :: J ('Class "java.util.concurrent.CountDownLatch") -> IO ()
holdsOutput held = wantWritableHandle "holdsOutput" stdout $ \_ -> do
  [leaf| { $held.countDown(); } |] :: IO ()
  threadDelay maxBound

-- | Takes memory for ever.
hoards :: Int64 -> Int64
hoards n = let all' = [n ..] in maximum all' + minimum all'

concat <$> mapM exportLeaf ['raises, 'says]
concat <$> mapM export
  [ 'raisesLater, 'add, 'repeated, 'applied, 'appliedLater, 'blocks, 'computes, 'computesLater
  , 'computesOnFiber, 'hoards, 'holdsOutput ]
