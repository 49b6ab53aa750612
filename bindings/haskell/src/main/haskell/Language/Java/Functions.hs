{-# LANGUAGE DataKinds, FlexibleContexts, FlexibleInstances, ScopedTypeVariables, TypeFamilies,
             TypeOperators, UndecidableInstances #-}
{-# OPTIONS_GHC -Wno-orphans #-}

-- | Functions of Haskell as objects of Java.
module Language.Java.Functions (startThread, tellResult, tellFailure, pointerWord) where

import Control.Concurrent (ThreadId, forkIO, forkIOWithUnmask, killThread)
import Control.Exception
  (SomeException, catch, displayException, evaluate, finally, fromException, mask_)
import Control.Monad (unless, void)
import Data.IORef (newIORef, readIORef, writeIORef)
import qualified Data.Text as Text
import Data.Word (Word64, Word8)
import Foreign.Marshal.Alloc (free)
import Foreign.Ptr (Ptr, ptrToWordPtr)
import Foreign.Storable (pokeElemOff)
import Foreign.StablePtr (StablePtr, castStablePtrToPtr, deRefStablePtr, newStablePtr)
import Language.Java.Runtime
import Language.Java.Types
import Language.Java.Values

-- | A function whose arguments lie in memory.
type Callback = Ptr Word8 -> IO Wire

-- | Starts a function on a thread of its own; for Java.
startFunction :: StablePtr Callback -> Ptr Word8 -> Word64 -> IO (StablePtr ThreadId)
startFunction function arguments call = do
  run <- deRefStablePtr function
  startThread call $ \hand ->
    (run arguments `finally` free arguments) >>= \wire -> withWire wire hand

-- | Starts a call of Java's on a thread: what hands over its result once, or fails. An interruption
-- behind the result is none.
startThread :: Word64 -> ((Word64 -> IO ()) -> IO ()) -> IO (StablePtr ThreadId)
startThread call run = do
  told <- newIORef False
  let hand result = mask_ (writeIORef told True >> tellResult call result)
  thread <- mask_ $ forkIOWithUnmask $ \unmask ->
    unmask (run hand) `catch` \raised -> do
      already <- readIORef told
      unless already (tellFailure call raised)
  newStablePtr thread

-- | Tells Java the result of a call of it, as a word of an argument.
tellResult :: Word64 -> Word64 -> IO ()
tellResult call result = withFrame 0 2 $ \frame -> do
  pokeElemOff frame frameArguments call
  pokeElemOff frame (frameArguments + 1) result
  callService Complete frame

-- | Tells Java that a call of it has failed.
tellFailure :: Word64 -> SomeException -> IO ()
tellFailure call raised = case fromException raised of
  Just (JVMException exception) -> withWord exception $ \it -> void (service Rethrow [call, it])
  Nothing -> do
    kept <- newStablePtr raised
    text <- evaluate (shown (displayException raised))
      `catch` \(_ :: SomeException) -> pure (Text.pack "an exception that cannot be shown")
    message <- toWire text
    withWire message $ \it -> void (service Fail [call, it, pointerWord kept])

-- | A text, which may have no end.
shown :: String -> Text.Text
shown text = case splitAt 65536 text of
  (begin, "") -> Text.pack begin
  (begin, _) -> Text.pack (begin ++ "...")

pointerWord :: StablePtr a -> Word64
pointerWord = fromIntegral . ptrToWordPtr . castStablePtrToPtr

foreign export ccall "yona_start_function" startFunction
  :: StablePtr Callback -> Ptr Word8 -> Word64 -> IO (StablePtr ThreadId)

-- | Interrupts a thread, and does not wait for that; for Java.
interruptThread :: StablePtr ThreadId -> IO ()
interruptThread thread = deRefStablePtr thread >>= void . forkIO . killThread

foreign export ccall "yona_interrupt_thread" interruptThread :: StablePtr ThreadId -> IO ()

instance (Interpretation r) => Interpretation (IO r) where
  type Interp (IO r) = 'Iface "yona.haskell.Function0" <> '[Interp r]
instance (Reflect r) => Reflect (IO r) where
  toWire f = functionWire (reading (pure (f >>= toWire)))

instance (Interpretation a, Interpretation r) => Interpretation (a -> IO r) where
  type Interp (a -> IO r) = 'Iface "yona.haskell.Function1" <> '[Interp a, Interp r]
instance (Reify a, Reflect r) => Reflect (a -> IO r) where
  toWire f = functionWire (reading ((\a -> f a >>= toWire) <$> fromWire))

instance (Interpretation a, Interpretation b, Interpretation r) => Interpretation (a -> b -> IO r) where
  type Interp (a -> b -> IO r) = 'Iface "yona.haskell.Function2" <> '[Interp a, Interp b, Interp r]
instance (Reify a, Reify b, Reflect r) => Reflect (a -> b -> IO r) where
  toWire f = functionWire (reading ((\a b -> f a b >>= toWire) <$> fromWire <*> fromWire))

instance (Interpretation a, Interpretation b, Interpretation c, Interpretation r) => Interpretation (a -> b -> c -> IO r) where
  type Interp (a -> b -> c -> IO r) = 'Iface "yona.haskell.Function3" <> '[Interp a, Interp b, Interp c, Interp r]
instance (Reify a, Reify b, Reify c, Reflect r) => Reflect (a -> b -> c -> IO r) where
  toWire f = functionWire (reading ((\a b c -> f a b c >>= toWire) <$> fromWire <*> fromWire <*> fromWire))

instance (Interpretation a, Interpretation b, Interpretation c, Interpretation d, Interpretation r) => Interpretation (a -> b -> c -> d -> IO r) where
  type Interp (a -> b -> c -> d -> IO r) = 'Iface "yona.haskell.Function4" <> '[Interp a, Interp b, Interp c, Interp d, Interp r]
instance (Reify a, Reify b, Reify c, Reify d, Reflect r) => Reflect (a -> b -> c -> d -> IO r) where
  toWire f = functionWire (reading ((\a b c d -> f a b c d >>= toWire) <$> fromWire <*> fromWire <*> fromWire <*> fromWire))

instance (Interpretation a, Interpretation b, Interpretation c, Interpretation d, Interpretation e, Interpretation r) => Interpretation (a -> b -> c -> d -> e -> IO r) where
  type Interp (a -> b -> c -> d -> e -> IO r) = 'Iface "yona.haskell.Function5" <> '[Interp a, Interp b, Interp c, Interp d, Interp e, Interp r]
instance (Reify a, Reify b, Reify c, Reify d, Reify e, Reflect r) => Reflect (a -> b -> c -> d -> e -> IO r) where
  toWire f = functionWire (reading ((\a b c d e -> f a b c d e >>= toWire) <$> fromWire <*> fromWire <*> fromWire <*> fromWire <*> fromWire))

