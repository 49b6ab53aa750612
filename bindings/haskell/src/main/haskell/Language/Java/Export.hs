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
  ( export, exportLeaf, Exported, Fiber, tryFiber
    -- * For generated code
  , Export, runExport, runLeafExport, describeExport, describeLeafExport
  ) where

import Control.Exception (SomeException, catch, throwIO)
import Data.List (intercalate)
import Data.Word (Word64)
import Foreign.C.String (newCString)
import Foreign.C.Types (CChar)
import Foreign.Ptr (Ptr, plusPtr)
import Foreign.StablePtr (StablePtr, deRefStablePtr, freeStablePtr, newStablePtr)
import Foreign.Storable (poke)
import Language.Haskell.TH
import Language.Java.Fiber
import Language.Java.Functions (pointerWord, startThread, tellFailure, tellResult)
import Language.Java.Inline.Quote (Argument (..), JavaType, Result (..))
import Language.Java.Runtime (done, frameArguments, thrown)
import Language.Java.Types (KnownJType (..))

-- | Exports a function. How its calls run follows from its type:
--
-- [@a -> b@] on the thread that has called, at the price of a call of C: it cannot wait;
-- [@a -> Fiber b@] the same, and what it waits for in Java is waited for by the fiber that has called;
-- [@a -> IO b@] on a green thread of its own, for which the fiber that has called waits without a
--   thread. One that is cancelled interrupts it.
export :: Name -> Q [Dec]
export = exportBy 'runExport 'describeExport

-- | Exports a function @a -> IO b@ that does not wait, and ends within microseconds: it runs on the
-- thread that has called. One that waits keeps that thread, and can neither be cancelled nor
-- interrupted.
exportLeaf :: Name -> Q [Dec]
exportLeaf = exportBy 'runLeafExport 'describeLeafExport

exportBy :: Name -> Name -> Name -> Q [Dec]
exportBy run description name = do
  call <- newName ("call_" ++ nameBase name)
  described <- newName ("describe_" ++ nameBase name)
  callType <- [t| Export |]
  describeType <- [t| IO (Ptr CChar) |]
  let exported symbol how = ForeignD . ExportF CCall (symbol ++ nameBase name) how
      is defined function = ValD (VarP defined) (NormalB (VarE function `AppE` VarE name)) []
  pure
    [ SigD call callType, is call run, exported "yona_export_" call callType
    , SigD described describeType, is described description
    , exported "yona_describe_" described describeType ]

-- | Takes a frame of words, with the arguments where "Language.Java.Runtime" has them, and what Java
-- knows the call by. Gives a status; what is more is in the first word of the frame: of a call that
-- 'waits' what goes on, of one that has 'begun' its thread.
type Export = Ptr Word64 -> Word64 -> IO Word64

waits, begun :: Word64
waits = 2
begun = 3

-- | Runs it as its type says.
runExport :: forall f. Exported f => f -> Export
runExport function frame call
  | startsThread @f = do
      thread <- startThread call . long =<< taken
      begun <$ poke frame (pointerWord thread)
  | otherwise = runLeafExport function frame call
  where
    taken = applied function frame frameArguments
      `catch` \raised -> pure (Act (throwIO (raised :: SomeException)))
    long (Act act) hand = act >>= \give -> give hand
    long (OnFiber _) _ = ioError (userError "a fiber has no thread")
{-# INLINE runExport #-}

-- | Runs it here.
runLeafExport :: forall f. Exported f => f -> Export
runLeafExport function frame call = orTell call $
  applied function frame frameArguments >>= \run -> case run of
    Act act -> act >>= finish (givesNumber @f) frame call
    OnFiber fiber -> stretch (givesNumber @f) fiber frame call
{-# INLINE runLeafExport #-}

-- | Tells Java if it fails.
orTell :: Word64 -> IO Word64 -> IO Word64
orTell call run = run `catch` \raised -> thrown <$ tellFailure call raised
{-# INLINE orTell #-}

finish :: Bool -> Ptr Word64 -> Word64 -> Give -> IO Word64
finish isNumber' frame call give = done <$ give (if isNumber' then poke frame else tellResult call)
{-# INLINE finish #-}

-- | Runs a stretch of a fiber's code.
stretch :: Bool -> Fiber Give -> Export
stretch isNumber' fiber frame call = step fiber call >>= \ended -> case ended of
  Done give -> finish isNumber' frame call give
  Waits resume -> do
    next <- newStablePtr (\status frame' -> stretch isNumber' (resume frame' status) frame')
    waits <$ poke frame (pointerWord next)

-- | Goes on with a fiber's code; for Java.
resumeStretch :: StablePtr (Word64 -> Export) -> Ptr Word64 -> Word64 -> Word64 -> IO Word64
resumeStretch next frame call status = orTell call $ do
  run <- deRefStablePtr next
  freeStablePtr next
  run status frame call

foreign export ccall "yona_resume" resumeStretch
  :: StablePtr (Word64 -> Export) -> Ptr Word64 -> Word64 -> Word64 -> IO Word64

-- | How its calls run, the types of its parameters, and that of its result, a line each, as Java
-- names them.
describeExport, describeLeafExport :: forall f. Exported f => f -> IO (Ptr CChar)
describeExport = describe (if startsThread @f then "thread" else "here")
describeLeafExport = describe "here"

describe :: forall f. Exported f => String -> f -> IO (Ptr CChar)
describe how _ = newCString (intercalate "\n" (how : signature @f))

-- | Hands over a result.
type Give = (Word64 -> IO ()) -> IO ()

-- | A function with its arguments.
data Run
  = Act (IO Give)
  | OnFiber (Fiber Give)

-- | Functions of up to 61 parameters. Parameters are 'Result's of Java, and what it gives, or 'IO' or
-- 'Fiber' of that, is an 'Argument' for Java.
class Exported f where
  signature :: [String]

  -- | Whether it may wait within Haskell.
  startsThread :: Bool
  startsThread = False

  -- | Whether the result is a number in a word.
  givesNumber :: Bool

  -- | Takes the arguments from a frame, from a word on: two words each.
  applied :: f -> Ptr Word64 -> Int -> IO Run

instance (Result a, KnownJType (JavaType a), Exported f) => Exported (a -> f) where
  signature = (className @(JavaType a) ++ wanted) : signature @f
    where wanted = if resultRoom @a == 0 then "" else " by value"
  startsThread = startsThread @f
  givesNumber = givesNumber @f
  applied function frame at = do
    a <- fromFrame (frame `plusPtr` (8 * at))
    applied (function a) frame (at + 2)
  {-# INLINE applied #-}

instance (Argument r, KnownJType (JavaType r)) => Exported (IO r) where
  signature = [className @(JavaType r)]
  startsThread = True
  givesNumber = isNumber @r
  applied act _ _ = pure (Act (withArgument <$> act))
  {-# INLINE applied #-}

instance (Argument r, KnownJType (JavaType r)) => Exported (Fiber r) where
  signature = [className @(JavaType r)]
  givesNumber = isNumber @r
  applied fiber _ _ = pure (OnFiber (withArgument <$> fiber))
  {-# INLINE applied #-}

instance {-# OVERLAPPABLE #-} (Argument r, KnownJType (JavaType r)) => Exported r where
  signature = [className @(JavaType r)]
  givesNumber = isNumber @r
  applied value _ _ = pure (Act (pure (withArgument value)))
  {-# INLINE applied #-}
