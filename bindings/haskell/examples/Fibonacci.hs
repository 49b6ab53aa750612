{-# LANGUAGE DataKinds, QuasiQuotes, TemplateHaskell, TypeOperators #-}

-- | A stream of Java without an end, read by Haskell as far as it is wanted.
module Main (main) where

import Data.Text (Text)
import qualified Data.Text as Text
import qualified Data.Text.IO as Text
import Language.Java
import Language.Java.Inline

imports "java.math.BigInteger"
imports "java.util.*"
imports "java.util.stream.*"

type Iterator a = J ('Iface "java.util.Iterator" <> '[a])

fibonacci :: IO (Iterator ('Class "java.lang.String"))
fibonacci = [java|
  Stream.iterate(new BigInteger[] {BigInteger.ZERO, BigInteger.ONE},
      pair -> new BigInteger[] {pair[1], pair[0].add(pair[1])})
    .map(pair -> pair[0].toString())
    .iterator()
  |]

-- | Takes elements while they fit. Each is asked for when the one before has been looked at.
takeWhileM :: (Text -> Bool) -> Iterator ('Class "java.lang.String") -> IO [Text]
takeWhileM fits iterator = do
  next <- [java| $iterator.hasNext() ? $iterator.next() : null |]
  case next of
    Just element | fits element -> (element :) <$> takeWhileM fits iterator
    _ -> pure []

main :: IO ()
main = withJVM [] $ do
  short <- fibonacci >>= takeWhileM ((<= 3) . Text.length)
  Text.putStrLn (Text.unwords short)
  long <- fibonacci >>= takeWhileM ((<= 100) . Text.length)
  Text.putStrLn (last long)
