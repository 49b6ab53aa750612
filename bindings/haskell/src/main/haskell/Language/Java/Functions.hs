{-# LANGUAGE DataKinds, FlexibleContexts, FlexibleInstances, TypeFamilies, TypeOperators,
             UndecidableInstances #-}
{-# OPTIONS_GHC -Wno-orphans #-}

-- | Functions of Haskell as objects of Java.
module Language.Java.Functions () where

import Control.Concurrent (ThreadId, forkIO, forkIOWithUnmask, killThread)
import Control.Exception (SomeException, displayException, fromException, mask_, try)
import Control.Monad (void)
import qualified Data.Text as Text
import Data.Word (Word64, Word8)
import Foreign.Marshal.Alloc (free)
import Foreign.Ptr (Ptr, ptrToWordPtr)
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
  thread <- mask_ $ forkIOWithUnmask $ \unmask -> do
    ended <- try (unmask (run arguments))
    free arguments
    case ended of
      Right wire -> try (withWire wire $ \it -> ask Complete [word call, it]) >>= either failed pure
      Left raised -> failed raised
  newStablePtr thread
  where
    failed raised = case fromException raised of
      Just (JVMException exception _) -> withWord exception $ \it -> ask Rethrow [word call, it]
      Nothing -> do
        kept <- newStablePtr (raised :: SomeException)
        message <- toWire (Text.pack (displayException raised))
        withWire message $ \it -> ask Fail [word call, it, pointer kept]
    ask wanted = void . service wanted
    pointer = fromIntegral . ptrToWordPtr . castStablePtrToPtr

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

