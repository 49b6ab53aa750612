{-# LANGUAGE AllowAmbiguousTypes, DataKinds, FlexibleContexts, FlexibleInstances,
             ScopedTypeVariables, TemplateHaskellQuotes, TypeApplications, TypeFamilies,
             UndecidableInstances #-}

-- | Functions of a foreign library for the JVM. @yona.haskell.HaskellLibrary@ is the other side.
--
-- > {-# LANGUAGE TemplateHaskell #-}
-- > module Greetings where
-- >
-- > import Data.Text (Text, pack)
-- > import Language.Java.Export
-- >
-- > greet :: Text -> Text
-- > greet name = pack "Hello, " <> name
-- >
-- > export 'greet
--
-- @ghc -shared -dynamic -fPIC -threaded Greetings.hs -lHSrts_thr-ghc9.0.2 -o libgreetings.so@ makes
-- the library; so does the stanza @foreign-library@ of a Cabal package.
module Language.Java.Export
  ( export, exportLeaf, Exported
    -- * For generated code
  , Export, runLeafExport, startExport, describeExport
  ) where

import Control.Exception (SomeException, catch, throwIO, try)
import Data.List (intercalate)
import Data.Word (Word64)
import Foreign.C.String (newCString)
import Foreign.C.Types (CChar)
import Foreign.Ptr (Ptr, plusPtr)
import Foreign.Storable (poke)
import Language.Haskell.TH
import Language.Java.Functions (pointerWord, startThread, tellFailure, tellResult)
import Language.Java.Inline.Quote (Argument (..), JavaType, Result (..))
import Language.Java.Runtime (frameArguments)
import Language.Java.Types (KnownJType (..))

-- | Exports a function, which may wait: each call runs on a green thread of its own, and the fiber
-- that has called waits for that without a thread. A fiber that is cancelled interrupts it.
export :: Name -> Q [Dec]
export = exportBy 'startExport 'waits

-- | Exports a function that does not wait, and ends within microseconds: it runs on the thread that
-- has called, at the price of a call of C. One that waits keeps that thread, and can neither be
-- cancelled nor interrupted.
exportLeaf :: Name -> Q [Dec]
exportLeaf = exportBy 'runLeafExport 'isLeaf

waits, isLeaf :: String
waits = "waits"
isLeaf = "leaf"

exportBy :: Name -> Name -> Name -> Q [Dec]
exportBy run sort name = do
  call <- newName ("call_" ++ nameBase name)
  describe <- newName ("describe_" ++ nameBase name)
  let function = VarE name
      exported symbol how = ForeignD . ExportF CCall (symbol ++ nameBase name) how
  callType <- [t| Export |]
  describeType <- [t| IO (Ptr CChar) |]
  pure
    [ SigD call callType
    , ValD (VarP call) (NormalB (VarE run `AppE` function)) []
    , exported "yona_export_" call callType
    , SigD describe describeType
    , ValD (VarP describe) (NormalB (VarE 'describeExport `AppE` VarE sort `AppE` function)) []
    , exported "yona_describe_" describe describeType
    ]

-- | Takes a frame of words, with the arguments where "Language.Java.Runtime" has them, and what Java
-- knows the call by.
type Export = Ptr Word64 -> Word64 -> IO Word64

-- | Runs it here; gives whether it has failed.
runLeafExport :: forall f. Exported f => f -> Export
runLeafExport function frame call = do
  ended <- try (applied function frame frameArguments >>= \run -> run leave)
  case ended of
    Right () -> pure 0
    Left raised -> 1 <$ tellFailure call raised
  where leave = if givesNumber @f then poke frame else tellResult call
{-# INLINE runLeafExport #-}

-- | Starts it on a thread; gives that.
startExport :: Exported f => f -> Export
startExport function frame call = do
  run <- applied function frame frameArguments
    `catch` \raised -> pure (const (throwIO (raised :: SomeException)))
  pointerWord <$> startThread call run
{-# INLINE startExport #-}

-- | Its sort, the types of its parameters, and that of its result, a line each, as Java names them.
describeExport :: forall f. Exported f => String -> f -> IO (Ptr CChar)
describeExport sort _ = newCString (intercalate "\n" (sort : signature @f))

-- | Functions of up to as many parameters as one likes. Parameters are 'Result's of Java, and what
-- it gives, or 'IO' of that, is an 'Argument' for Java.
class Exported f where
  signature :: [String]

  -- | Whether the result is a number in a word.
  givesNumber :: Bool

  -- | Takes the arguments from a frame; gives what runs the function with them, and hands over the
  -- result.
  applied :: f -> Ptr Word64 -> Int -> IO ((Word64 -> IO ()) -> IO ())

instance (Result a, KnownJType (JavaType a), Exported f) => Exported (a -> f) where
  signature = (className @(JavaType a) ++ wanted) : signature @f
    where wanted = if wantsValue @a == 0 then "" else " by value"
  givesNumber = givesNumber @f
  applied function frame at = do
    a <- fromFrame (frame `plusPtr` (8 * at))
    applied (function a) frame (at + 1)
  {-# INLINE applied #-}

instance (Argument r, KnownJType (JavaType r)) => Exported (IO r) where
  signature = [className @(JavaType r)]
  givesNumber = isNumber @r
  applied run _ _ = pure (\hand -> run >>= \value -> withArgument value hand)
  {-# INLINE applied #-}

instance {-# OVERLAPPABLE #-} (Argument r, KnownJType (JavaType r)) => Exported r where
  signature = [className @(JavaType r)]
  givesNumber = isNumber @r
  applied value _ _ = pure (withArgument value)
  {-# INLINE applied #-}
