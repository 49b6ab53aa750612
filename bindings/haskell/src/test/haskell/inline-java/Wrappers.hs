{-# LANGUAGE DataKinds #-}
{-# LANGUAGE GeneralizedNewtypeDeriving #-}
{-# LANGUAGE OverloadedStrings #-}
{-# LANGUAGE QuasiQuotes #-}
{-# LANGUAGE ScopedTypeVariables #-}
{-# LANGUAGE TemplateHaskell #-}
{-# LANGUAGE TypeFamilies #-}
{-# LANGUAGE TypeOperators #-}
{-# LANGUAGE UndecidableInstances #-}
-- | Classes of Java as types of Haskell.
module Main where

import Data.Int
import qualified Data.Vector.Storable as Vector
import Data.Vector.Storable.Mutable (IOVector)
import Data.Text (Text)
import Language.Java as J
import Language.Java.Inline

imports "java.util.*"

newtype Builder = Builder (J ('Class "java.lang.StringBuilder"))
  deriving (J.Coercible, J.Interpretation, J.Reflect, J.Reify)

newtype Names = Names (J ('Iface "java.util.List" <> '[ 'Class "java.lang.String"]))
  deriving (Coercible, Interpretation, Reflect, Reify)

newtype Numbers = Numbers (J ('Array ('Prim "int")))
  deriving (Coercible, Interpretation, Reflect, Reify)

append :: Builder -> Text -> IO Builder
append builder text = J.call builder "append" text

contents :: Builder -> IO Text
contents builder = do
  text :: JString <- J.call builder "toString"
  reify text

names :: [Text] -> IO Names
names given = [java| new ArrayList<>(Arrays.asList($given)) |]

-- | A loop over an iterator, in Haskell.
toList :: Names -> IO [Nullable Text]
toList list = do
  iterator <- [java| $list.iterator() |]
  let _ = iterator :: J ('Iface "java.util.Iterator" <> '[ 'Class "java.lang.String"])
      go = do
        more <- [java| $iterator.hasNext() |]
        if more
          then do
            next <- [java| $iterator.next() |] :: IO JString
            (:) <$> reify next <*> go
          else pure []
  go

main :: IO ()
main = withJVM [] $ do
  builder <- new >>= (`append` "a") >>= (`append` "b")
  contents builder >>= print
  same <- [java| $builder.append('c') |]
  let _ = same :: Builder
  contents builder >>= print
  list <- names ["x", "y"]
  [java| { $list.add(null); } |] :: IO ()
  toList list >>= print
  numbers <- [java| new int[] {3, 1, 2} |]
  let _ = numbers :: Numbers
  again <- [java| $numbers |] :: IO Numbers
  [java| { Arrays.sort($again); } |] :: IO ()
  sorted <- [java| $numbers |] :: IO (Vector.Vector Int32)
  print sorted
  mutable <- Vector.thaw (Vector.map fromIntegral sorted) :: IO (IOVector Int64)
  [java| Arrays.stream($mutable).sum() |] >>= \s -> print (s :: Int64)
  callStatic "java.lang.Integer" "parseInt" ("42" :: Text) >>= \n -> print (n :: Int32)
  day :: J ('Class "java.time.DayOfWeek") <- getStaticField "java.time.DayOfWeek" "MONDAY"
  call day "getValue" >>= \n -> print (n :: Int32)
  print (upcast day == jnull, isNull (unsafeUngeneric (generic day :: J ('Class "java.time.DayOfWeek" <> '[]))))
