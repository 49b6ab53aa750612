{-# LANGUAGE AllowAmbiguousTypes, DataKinds, FlexibleContexts, FlexibleInstances, MagicHash, ScopedTypeVariables,
             TypeApplications, TypeFamilies, TypeOperators, UndecidableInstances #-}

-- | What a quote is, before and after the plugin has been there.
module Language.Java.Inline.Quote
  ( JavaType, Argument (..), Arguments (..), Result (..)
  , MonadJava (..), withQuoteFrame
  , unpluggedLeaf, unpluggedWaiting, runLeaf, runWaiting
  ) where

import Control.Monad.IO.Class (MonadIO (..))
import Data.Int (Int16, Int32, Int64, Int8)
import Data.Word (Word16, Word64)
import Foreign.Ptr (Ptr)
import Foreign.Storable (peek, pokeElemOff)
import GHC.Exts (Addr#, Int (I#), Int#, Ptr (Ptr))
import GHC.Float (castDoubleToWord64, castFloatToWord32, castWord32ToFloat, castWord64ToDouble)
import Language.Java.Absent ()
import Language.Java.Runtime
import Language.Java.Types
import Language.Java.Values

-- | The type in Java of a variable or a result in a quote.
type family JavaType a :: JType where
  JavaType () = 'Void
  JavaType Bool = 'Prim "boolean"
  JavaType Int8 = 'Prim "byte"
  JavaType Int16 = 'Prim "short"
  JavaType Int32 = 'Prim "int"
  JavaType Int64 = 'Prim "long"
  JavaType Word16 = 'Prim "char"
  JavaType Float = 'Prim "float"
  JavaType Double = 'Prim "double"
  JavaType (J t) = t
  JavaType (View a) = 'Class "java.lang.foreign.MemorySegment"
  JavaType a = Interp a

-- | What can be captured by a quote. All that is 'Reflect' can be.
class Argument a where
  -- | Whether the word is the value itself.
  isNumber :: Bool
  isNumber = True
  withArgument :: a -> (Word64 -> IO r) -> IO r
  -- | Its contents, if those cross.
  argumentWire :: a -> Maybe (IO Wire)
  argumentWire _ = Nothing

instance Argument () where withArgument () use = use 0
instance Argument Bool where withArgument b use = use (if b then 1 else 0)
instance Argument Int8 where withArgument n use = use (fromIntegral n)
instance Argument Int16 where withArgument n use = use (fromIntegral n)
instance Argument Int32 where withArgument n use = use (fromIntegral n)
instance Argument Int64 where withArgument n use = use (fromIntegral n)
instance Argument Word16 where withArgument n use = use (fromIntegral n)
instance Argument Float where withArgument n use = use (fromIntegral (castFloatToWord32 n))
instance Argument Double where withArgument n use = use (castDoubleToWord64 n)
instance Argument (J t) where
  isNumber = False
  withArgument = withWord
instance Viewable a => Argument (View a) where
  isNumber = False
  withArgument (View a) = withWire (viewWire a)
instance {-# OVERLAPPABLE #-} Reflect a => Argument a where
  isNumber = False
  withArgument value use = toWire value >>= \wire -> withWire wire use
  argumentWire = Just . toWire

-- | What quotes capture, as pairs in pairs.
class Arguments a where
  argumentCount :: Int
  withArguments :: a -> Ptr Word64 -> Int -> IO r -> IO r

instance Arguments () where
  argumentCount = 0
  withArguments () _ _ act = act
  {-# INLINE withArguments #-}

instance (Argument a, Arguments b) => Arguments (a, b) where
  argumentCount = 1 + argumentCount @b
  withArguments (a, b) frame at act = withArgument a $ \it -> do
    pokeElemOff frame at it
    withArguments b frame (at + 1) act
  {-# INLINE withArguments #-}

-- | What a quote can give. All that is 'Reify' can be.
class Result a where
  -- | How many bytes of room there are for an object whose contents are wanted, and no reference to
  -- it.
  resultRoom :: Int
  resultRoom = 0
  fromFrame :: Ptr Word64 -> IO a

instance Result () where fromFrame _ = pure ()
instance Result Bool where fromFrame frame = (/= 0) <$> peek frame
instance Result Int8 where fromFrame frame = fromIntegral <$> peek frame
instance Result Int16 where fromFrame frame = fromIntegral <$> peek frame
instance Result Int32 where fromFrame frame = fromIntegral <$> peek frame
instance Result Int64 where fromFrame frame = fromIntegral <$> peek frame
instance Result Word16 where fromFrame frame = fromIntegral <$> peek frame
instance Result Float where fromFrame frame = castWord32ToFloat . fromIntegral <$> peek frame
instance Result Double where fromFrame frame = castWord64ToDouble <$> peek frame
instance Result (J t) where fromFrame frame = peek frame >>= newJ
instance {-# OVERLAPPABLE #-} Reify a => Result a where
  resultRoom = if isReference @a then 0 else valueRoom
  fromFrame frame
    | isReference @a = peek frame >>= newJ >>= reify
    | otherwise = getResult frame

-- | Where Java can be waited for: 'IO', and @Fiber@ of "Language.Java.Fiber".
class MonadIO m => MonadJava m where
  waiting :: (Arguments a, Result r) => Ptr Quotes -> Int -> a -> m r

instance MonadJava IO where
  waiting = runQuote Waiting
  {-# INLINE waiting #-}

-- | A quote that the plugin has not seen: the text of Java, the names that it captures, its file and
-- line.
unpluggedLeaf
  :: (MonadIO m, Arguments a, Result r) => Addr# -> Addr# -> Addr# -> Int# -> a -> m r
unpluggedWaiting
  :: (MonadJava m, Arguments a, Result r) => Addr# -> Addr# -> Addr# -> Int# -> a -> m r
unpluggedLeaf _ _ _ _ _ = liftIO unplugged
unpluggedWaiting _ _ _ _ _ = liftIO unplugged
{-# NOINLINE unpluggedLeaf #-}
{-# NOINLINE unpluggedWaiting #-}

unplugged :: IO r
unplugged = ioError (userError "the plugin Language.Java.Inline.Plugin has not seen this quote")

-- | The same when it has: where the quotes of the module are, and which one this is.
runLeaf :: (MonadIO m, Arguments a, Result r) => Addr# -> Int# -> a -> m r
runWaiting :: (MonadJava m, Arguments a, Result r) => Addr# -> Int# -> a -> m r
runLeaf quotes index arguments = liftIO (runQuote Leaf (Ptr quotes) (I# index) arguments)
runWaiting quotes index arguments = waiting (Ptr quotes) (I# index) arguments
{-# INLINE runLeaf #-}
{-# INLINE runWaiting #-}

runQuote :: forall a r. (Arguments a, Result r) => Mode -> Ptr Quotes -> Int -> a -> IO r
runQuote mode quotes index arguments = withQuoteFrame @r arguments $ \frame ->
  callQuote mode quotes (fromIntegral index) frame (fromFrame frame)
{-# INLINE runQuote #-}

-- | A frame with arguments, for a call that is to give a result.
withQuoteFrame :: forall r a b. (Arguments a, Result r) => a -> (Ptr Word64 -> IO b) -> IO b
withQuoteFrame arguments use = withFrame (resultRoom @r) (argumentCount @a) $ \frame ->
  withArguments arguments frame frameArguments (use frame)
{-# INLINE withQuoteFrame #-}
