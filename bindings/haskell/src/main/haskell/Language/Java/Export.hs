{-# LANGUAGE AllowAmbiguousTypes, DataKinds, FlexibleContexts, FlexibleInstances, KindSignatures,
             ScopedTypeVariables, TemplateHaskellQuotes, TypeApplications, TypeFamilies,
             TypeOperators, UndecidableInstances #-}

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

import Control.Exception (AsyncException (..), SomeException, catch, fromException, throwIO)
import Control.Monad (join, unless)
import Data.Char (isAlphaNum, isAscii)
import Data.List (intercalate)
import Data.Word (Word64, Word8)
import Foreign.C.String (newCString)
import Foreign.C.Types (CChar)
import Foreign.Ptr (Ptr, nullPtr, plusPtr, ptrToWordPtr)
import Foreign.StablePtr (StablePtr, castPtrToStablePtr, deRefStablePtr, freeStablePtr, newStablePtr)
import Foreign.Storable (peekElemOff, poke, pokeElemOff)
import GHC.TopHandler (flushStdHandles)
import Language.Haskell.TH hiding (Prim)
import Language.Java.Fiber
import Language.Java.Functions (pointerWord, startThread, tellFailure, tellResult)
import Language.Java.Inline.Quote (Argument (..), JavaType, Result (..))
import Language.Java.HeapLimit ()
import Language.Java.Runtime (deep, done, frameArguments, thrown)
import Language.Java.Types (JType (..), KnownJType (..))
import Language.Java.Values (leaveWire, withWire)

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
exportBy run describing name = do
  unless (all isOfC (nameBase name)) $
    fail ("export: Java has no name for " ++ nameBase name ++ ", only letters from a to z, digits and _")
  call <- newName ("call_" ++ nameBase name)
  description <- newName ("describe_" ++ nameBase name)
  callType <- [t| Export |]
  describeType <- [t| IO (Ptr CChar) |]
  let exported symbol how = ForeignD . ExportF CCall (symbol ++ nameBase name) how
      is defined value = ValD (VarP defined) (NormalB value) []
  pure
    [ SigD call callType, is call (VarE run `AppE` VarE name), exported "yona_export_" call callType
    , SigD description describeType
    , is description (VarE describing `AppE` VarE name `AppE` VarE call)
    , exported "yona_describe_" description describeType ]
  where isOfC letter = isAscii letter && (isAlphaNum letter || letter == '_')

-- | Takes a frame of words, with the arguments where "Language.Java.Runtime" has them, and what Java
-- knows the call by. Gives a status; what is more is in the first word of the frame: the result as a
-- word of an argument, of a call that 'waits' what goes on, of one with a thread of its own that.
type Export = Ptr Word64 -> Word64 -> IO Word64

-- | What Java enters: a function, or what goes on behind something that Java has done, with the status
-- of that.
type Stretch = Word64 -> Export

-- | The status of a function, which can be entered again.
begins :: Word64
begins = 4

-- | Runs a stretch; for Java.
enter :: StablePtr Stretch -> Ptr Word64 -> Word64 -> Word64 -> IO Word64
enter stretch frame call status = orTell call $ do
  run <- deRefStablePtr stretch
  unless (status == begins) $ freeStablePtr stretch
  run status frame call

-- | Tells Java if it fails. No exception comes out: that would end the process.
orTell :: Word64 -> IO Word64 -> IO Word64
orTell call run = run `catch` \raised ->
  (thrown <$ tellFailure call raised) `catch` \broken -> pure $ case fromException broken of
    Just StackOverflow -> deep
    _ -> thrown
{-# INLINE orTell #-}

foreign export ccall "yona_enter" enter
  :: StablePtr Stretch -> Ptr Word64 -> Word64 -> Word64 -> IO Word64

-- | Runs several stretches, one after the other: each is four words, the arguments of 'enter', of
-- which the last becomes the status.
enterAll :: Ptr Word64 -> Word64 -> IO ()
enterAll _ 0 = pure ()
enterAll at count = do
  stretch <- word 0
  frame <- word 1
  status <- join (enter (castPtrToStablePtr (pointer stretch)) (pointer frame) <$> word 2 <*> word 3)
  pokeElemOff at 3 status
  enterAll (at `plusPtr` 32) (count - 1)
  where
    word = peekElemOff at
    pointer given' = nullPtr `plusPtr` fromIntegral given'

foreign export ccall "yona_enter_all" enterAll :: Ptr Word64 -> Word64 -> IO ()

-- | For the end of the process: what has been printed may still be in a buffer.
foreign export ccall "yona_flush" flushStdHandles :: IO ()

-- | More than 'done' and 'thrown': Java has been told the result; Haskell is to go on behind what it
-- has prepared.
waits, told :: Word64
waits = 2
told = 3

-- | The room for a result, and how many bytes it has; see @yona.haskell.OutgoingCall@.
roomIn :: Ptr Word64 -> Ptr Word8
roomIn frame = frame `plusPtr` (8 * (frameArguments + 2 * 61))

roomBytes :: Int
roomBytes = 2048

-- | Runs it as its type says.
runExport :: Exported f => f -> Export
runExport function frame call = case runOf function of
  OnThread taking -> do
    act <- taking frame `catch` \raised -> pure (throwIO (raised :: SomeException))
    thread <- startThread call (\hand -> act >>= \(Give give _) -> give hand)
    done <$ poke frame (pointerWord thread)
  _ -> runLeafExport function frame call
{-# INLINE runExport #-}

-- | Runs it here.
runLeafExport :: Exported f => f -> Export
runLeafExport function frame call = orTell call $ case runOf function of
  Here taking -> taking frame >>= left
  OnThread taking -> join (taking frame) >>= left
  OnFiber taking -> taking frame >>= \fiber -> runFiber fiber frame call
  where left give = leave give frame call
{-# INLINE runLeafExport #-}

-- | Runs a fiber's code as far as it goes.
runFiber :: Fiber Give -> Export
runFiber fiber frame call = step fiber call >>= \ended -> case ended of
  Done give -> leave give frame call
  Waits resume -> do
    next <- newStablePtr (\status frame' -> runFiber (resume frame' status) frame' :: Word64 -> IO Word64)
    waits <$ poke frame (pointerWord next)

-- | What is to be entered, how its calls run, the types of its parameters, and that of its result, a
-- line each.
describeExport, describeLeafExport :: Exported f => f -> Export -> IO (Ptr CChar)
describeExport = describe (\run -> case run of { Here _ -> "here"; OnFiber _ -> "fiber"; OnThread _ -> "thread" })
describeLeafExport = describe (\run -> case run of { OnFiber _ -> "fiber"; _ -> "here" })

describe :: forall f. Exported f => (Run -> String) -> f -> Export -> IO (Ptr CChar)
describe how exported run = do
  function <- newStablePtr (const run :: Stretch)
  newCString (intercalate "\n" (show (pointerWord function) : how (runOf exported) : signature @f))

-- | A result: hands over its word, or leaves it in the frame of a call.
data Give = Give ((Word64 -> IO ()) -> IO ()) Export

leave :: Give -> Export
leave (Give _ to) = to
{-# INLINE leave #-}

given :: forall r. Argument r => r -> Give
given value = Give (withArgument value) $ \frame call ->
  if isNumber @r
    then done <$ withArgument value (poke frame)
    else case argumentWire value of
      Nothing -> told <$ withArgument value (tellResult call)
      Just contents -> contents >>= \wire -> do
        left <- leaveWire wire (roomIn frame) roomBytes
        if left
          then done <$ poke frame (fromIntegral (ptrToWordPtr (roomIn frame)))
          else told <$ withWire wire (tellResult call)
{-# INLINE given #-}

-- | What takes its arguments from a frame, and is a function with them then. How calls run, see
-- 'export'.
data Run
  = Here (Ptr Word64 -> IO Give)
  | OnFiber (Ptr Word64 -> IO (Fiber Give))
  | OnThread (Ptr Word64 -> IO (IO Give))

runOf :: Exported f => f -> Run
runOf function = applied (const (pure function)) frameArguments
{-# INLINE runOf #-}

-- | Functions of up to 61 parameters. Parameters are 'Result's of Java, and what it gives, or 'IO' or
-- 'Fiber' of that, is an 'Argument' for Java.
class Exported f where
  signature :: [String]

  -- | Of what has taken the arguments before; those that follow are in the frame from a word on: two
  -- words each.
  applied :: (Ptr Word64 -> IO f) -> Int -> Run

-- | A parameter of which there is one value only is none in Java.
instance {-# OVERLAPPING #-} Exported f => Exported (() -> f) where
  signature = signature @f
  applied taken = applied (fmap ($ ()) . taken)
  {-# INLINE applied #-}

instance (Result a, Described (JavaType a), Exported f) => Exported (a -> f) where
  signature = (described @(JavaType a) ++ wanted) : signature @f
    where wanted = if resultRoom @a == 0 then "" else " by value"
  applied taken at = applied (\frame -> taken frame <*> fromFrame (frame `plusPtr` (8 * at))) (at + 2)
  {-# INLINE applied #-}

instance (Argument r, Described (JavaType r)) => Exported (IO r) where
  signature = [described @(JavaType r)]
  applied taken _ = OnThread (fmap (fmap given) . taken)
  {-# INLINE applied #-}

instance (Argument r, Described (JavaType r)) => Exported (Fiber r) where
  signature = [described @(JavaType r)]
  applied taken _ = OnFiber (fmap (fmap given) . taken)
  {-# INLINE applied #-}

instance {-# OVERLAPPABLE #-} (Argument r, Described (JavaType r)) => Exported r where
  signature = [described @(JavaType r)]
  applied taken _ = Here (fmap given . taken)
  {-# INLINE applied #-}

-- | A type of Java with all that it is made of: @[@ before what an array is of, and the arguments of
-- a generic type behind its name: @yona.haskell.Tuple2<java.lang.Long,[int>@.
class Described (t :: JType) where
  described :: String

instance KnownJType ('Class s) => Described ('Class s) where described = className @('Class s)
instance KnownJType ('Iface s) => Described ('Iface s) where described = className @('Iface s)
instance KnownJType ('Prim s) => Described ('Prim s) where described = className @('Prim s)
instance Described 'Void where described = className @'Void
instance Described t => Described ('Array t) where described = '[' : described @t
instance (Described t, DescribedAll ts) => Described ('Generic t ts) where
  described = described @t ++ "<" ++ intercalate "," (describedAll @ts) ++ ">"

class DescribedAll (ts :: [JType]) where
  describedAll :: [String]

instance DescribedAll '[] where describedAll = []
instance (Described t, DescribedAll ts) => DescribedAll (t ': ts) where
  describedAll = described @t : describedAll @ts
