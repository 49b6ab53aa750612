{-# LANGUAGE ScopedTypeVariables, TypeApplications #-}

-- | Code of Haskell on fibers of Java: what waits for Java waits there, and no thread of Haskell
-- with it.
module Language.Java.Fiber
  ( Fiber, tryFiber
    -- * For exports
  , Step (..), Resume, step
  ) where

import Control.Exception (Exception, throwIO, try)
import Control.Monad (when)
import Control.Monad.Catch (MonadCatch (..), MonadThrow (..))
import Control.Monad.IO.Class (MonadIO (..))
import Data.Word (Word64)
import Foreign.Ptr (Ptr)
import Foreign.Storable (pokeElemOff)
import Language.Java.Inline.Quote
import Language.Java.Runtime

-- | What runs on the fiber that has called a function of a library. A quote of Java in it,
-- @[java| |]@, lets go of Haskell, runs on the fiber, where it may wait, and comes back with the
-- result: that costs as little as two calls, and no thread.
--
-- 'liftIO' runs what does not wait: an 'IO' that waits keeps the thread which carries the fiber. A
-- fiber that is cancelled while Java runs comes back with the exception of that.
--
-- Where many fibers call at once, their code between waits enters Haskell together, on a thread that
-- runs one after the other. So a @[leaf| |]@ does not count on being on the fiber, and what computes
-- for long belongs into 'IO', which has threads of its own.
newtype Fiber a = Fiber (Word64 -> IO (Step a))

-- | What a stretch of it comes to.
data Step a
  = Done a
  | Waits (Resume (Fiber a))  -- ^ Java has been told what to do

-- | What goes on with the result in a frame, and a status.
type Resume a = Ptr Word64 -> Word64 -> a

-- | Runs a stretch, within the call of Java that has a number.
step :: Fiber a -> Word64 -> IO (Step a)
step (Fiber run) = run
{-# INLINE step #-}

instance Functor Fiber where
  fmap f (Fiber run) = Fiber $ \call -> fmap f' (run call)
    where
      f' (Done a) = Done (f a)
      f' (Waits resume) = Waits (\frame status -> fmap f (resume frame status))
  {-# INLINE fmap #-}

instance Applicative Fiber where
  pure a = Fiber $ \_ -> pure (Done a)
  {-# INLINE pure #-}
  f <*> a = f >>= \function -> fmap function a
  {-# INLINE (<*>) #-}

instance Monad Fiber where
  Fiber run >>= f = Fiber $ \call -> run call >>= \ended -> case ended of
    Done a -> step (f a) call
    Waits resume -> pure (Waits (\frame status -> resume frame status >>= f))
  {-# INLINE (>>=) #-}

instance MonadFail Fiber where
  fail = liftIO . fail

instance MonadIO Fiber where
  liftIO act = Fiber $ \_ -> Done <$> act
  {-# INLINE liftIO #-}

instance MonadThrow Fiber where
  throwM = liftIO . throwIO

instance MonadCatch Fiber where
  catch act handler = tryFiber act >>= either handler pure

-- | Runs it, and gives what it has raised if that is an exception of the type.
tryFiber :: Exception e => Fiber a -> Fiber (Either e a)
tryFiber (Fiber run) = Fiber $ \call -> try (run call) >>= \ended -> pure $ case ended of
  Left raised -> Done (Left raised)
  Right (Done a) -> Done (Right a)
  Right (Waits resume) -> Waits (\frame status -> tryFiber (resume frame status))

instance MonadJava Fiber where
  waiting = later

later :: forall a r. (Arguments a, Result r) => Ptr Quotes -> Int -> a -> Fiber r
later quotes index arguments = Fiber $ \call ->
  withQuoteFrame @r arguments $ \frame -> do
    pokeElemOff frame 2 call
    prepareQuote quotes (fromIntegral index) frame
    pure (Waits ended)
  where
    ended frame status = Fiber $ \_ -> do
      when (status /= done) $ refused status frame
      Done <$> fromFrame frame
