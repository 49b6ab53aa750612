{-# LANGUAGE AllowAmbiguousTypes, FlexibleContexts, ScopedTypeVariables #-}

-- | Scopes of references.
module Language.Java.Frames (Pop, push, pop, popWithObject, popWithValue) where

import Control.Concurrent (myThreadId)
import Control.Exception (mask, onException)
import Control.Monad (forM_)
import Data.Coerce (Coercible, coerce)
import Data.IORef (atomicModifyIORef', modifyIORef', newIORef, readIORef)
import Data.List (partition)
import qualified Data.Map.Strict as Map
import Language.Java.Runtime (releaseReferences)
import Language.Java.Types

-- | What a scope leaves behind, see 'push'.
data Pop a = Pop [JObject] a

-- | A scope: references that this thread makes in the action are let go at its end, also when it
-- raises an error. They must not be used behind it. Other threads are not in the scope. The scope
-- keeps the objects until its end, and so is for what would otherwise be garbage much later; a long
-- loop has one in each turn.
push :: IO (Pop a) -> IO a
push act = do
  thread <- myThreadId
  frame <- newIORef []
  outer <- Map.lookup thread <$> readIORef frames
  let enter scope = atomicModifyIORef' frames (\open -> (Map.alter (const scope) thread open, ()))
      leave kept = do
        enter outer
        (stay, go) <- partition (`elem` kept) <$> readIORef frame
        mapM_ forgetJ go
        releaseReferences
        forM_ outer (`modifyIORef'` (stay ++))
  mask $ \restore -> do
    enter (Just frame)
    Pop kept value <- restore act `onException` leave []
    leave kept
    pure value

-- | Ends a scope.
pop :: Monad m => m (Pop ())
pop = popWithValue ()

-- | Ends a scope with a reference, which goes on in the scope around it.
popWithObject :: forall a t m. (Coercible a (J t), Monad m) => a -> m (Pop a)
popWithObject object = pure (Pop [castJ (coerce object :: J t)] object)

-- | Ends a scope with a value that has no reference of the scope in it.
popWithValue :: Monad m => a -> m (Pop a)
popWithValue value = pure (Pop [] value)
