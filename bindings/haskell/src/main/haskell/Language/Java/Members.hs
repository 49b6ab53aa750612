{-# LANGUAGE AllowAmbiguousTypes, DataKinds, FlexibleContexts, FlexibleInstances,
             ScopedTypeVariables, TypeApplications, TypeFamilies, TypeOperators,
             UndecidableInstances #-}

-- | Members of Java's classes by their names, which are looked for when the program runs. A quote
-- is faster, and javac checks it.
module Language.Java.Members
  ( Members, new, call, callStatic, getStaticField, newArray
  ) where

import Data.Int (Int32)
import Data.Text (Text)
import Foreign.Storable (pokeElemOff)
import qualified Data.Text as Text
import Language.Java.Inline.Quote
import Language.Java.Runtime
import Language.Java.Types
import Language.Java.Values

-- | What a member is applied to, and what it gives: arguments that are 'Reflect', and @IO@ of a
-- result that is 'Reify'.
class Members f where
  member :: ([Text] -> [Text]) -> (IO Wire -> IO Wire) -> f

instance (Result r, KnownJType (JavaType r)) => Members (IO r) where
  member names wire =
    invoke (Text.intercalate (Text.pack "\n") (names [Text.pack (className @(JavaType r))]))
      (wire (pure mempty))

instance (Reflect a, KnownJType (JavaType a), Members f) => Members (a -> f) where
  member names wire a = member @f
    (names . (Text.pack (className @(JavaType a)) :))
    (\rest -> wire ((<>) <$> toWire a <*> rest))

-- | Calls it: its kind, its class, its name, the types of its parameters, and that of its result.
invoke :: forall r. Result r => Text -> IO Wire -> IO r
invoke key arguments = do
  given <- arguments
  named <- toWire key
  withWire named $ \name -> withWire given $ \place ->
    withFrame (resultRoom @r) 2 $ \frame -> do
      pokeElemOff frame frameArguments name
      pokeElemOff frame (frameArguments + 1) place
      waitingService Member frame (fromFrame frame)

-- | Makes an object of the class of the result.
new :: forall t f. (Members f, Made f ~ t, KnownJType t) => f
new = member (\names -> Text.pack "new" : Text.pack (className @t) : Text.pack "" : names) id

-- | The type of what a function gives.
type family Made f :: JType where
  Made (IO r) = JavaType r
  Made (a -> f) = Made f

-- | Calls a method of an object: @call list "size" :: IO Int32@.
call :: forall a f. (Reflect a, KnownJType (JavaType a), Members f) => a -> Text -> f
call object name = member
  (\names -> Text.pack "call" : Text.pack (className @(JavaType a)) : name : names)
  (\rest -> (<>) <$> toWire object <*> rest)

-- | Calls a static method: @callStatic "java.lang.Math" "abs" x@.
callStatic :: Members f => Text -> Text -> f
callStatic owner name = member (\names -> Text.pack "static" : owner : name : names) id

-- | A static field: @getStaticField "java.lang.Integer" "MAX_VALUE" :: IO Int32@.
getStaticField :: (Result r, KnownJType (JavaType r)) => Text -> Text -> IO r
getStaticField owner name = member (\names -> Text.pack "field" : owner : name : names) id

-- | An array of a length, with zeros or null in it.
newArray :: forall t. KnownJType t => Int32 -> IO (J ('Array t))
newArray = member (\names -> Text.pack "array" : Text.pack (className @t) : Text.pack "" : names) id
