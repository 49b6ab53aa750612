{-# LANGUAGE AllowAmbiguousTypes, DataKinds, FlexibleInstances, KindSignatures, PolyKinds, RankNTypes,
             RoleAnnotations, ScopedTypeVariables, TypeApplications, TypeOperators,
             UndecidableInstances #-}

-- | The types of Java, and references to its objects.
module Language.Java.Types
  ( JType (..), type (<>), J, JObject, JString, JObjectArray, JThrowable
  , KnownJType (..), descriptor
  , null, isNull, castJ
  , ownJ, word, withWord, withNumber, forgetJ
  , frames, inFrame
  ) where

import Control.Concurrent (ThreadId, myThreadId)
import Control.Monad (forM_, unless)
import Data.Bits (shiftL, (.|.))
import Data.IORef (IORef, modifyIORef', newIORef, readIORef)
import qualified Data.Map.Strict as Map
import Data.Word (Word64)
import Foreign.ForeignPtr
  (FinalizerPtr, ForeignPtr, castForeignPtr, finalizeForeignPtr, newForeignPtr, newForeignPtr_,
   withForeignPtr)
import Foreign.ForeignPtr.Unsafe (unsafeForeignPtrToPtr)
import Foreign.Ptr (Ptr, WordPtr (..), nullPtr, ptrToWordPtr, wordPtrToPtr)
import GHC.TypeLits (KnownSymbol, Symbol, symbolVal)
import Data.Proxy (Proxy (..))
import Prelude hiding (null)
import System.IO.Unsafe (unsafePerformIO)

-- | A type of Java.
data JType
  = Class Symbol           -- ^ a class, by its name
  | Iface Symbol           -- ^ an interface, by its name
  | Array JType            -- ^ an array of what is given
  | Prim Symbol            -- ^ a primitive type, by its name
  | Generic JType [JType]  -- ^ a generic type with its arguments
  | Void                   -- ^ nothing

-- | A generic type with its arguments.
type a <> g = 'Generic a g

-- | A reference to an object of Java, or null. The object is kept while Haskell has the reference.
-- Safe for use by any number of threads.
newtype J (a :: JType) = J (ForeignPtr ())

type role J nominal

instance Eq (J a) where
  J x == J y = x == y

instance Show (J a) where
  showsPrec depth j = showParen (depth > 10) (showString "J " . shows (number j))

-- | Any object.
type JObject = J ('Class "java.lang.Object")

-- | A text.
type JString = J ('Class "java.lang.String")

-- | What can be thrown.
type JThrowable = J ('Class "java.lang.Throwable")

-- | An array of objects.
type JObjectArray = J ('Array ('Class "java.lang.Object"))

-- | A type whose name is known when the program runs.
class KnownJType (a :: JType) where
  -- | The name, as @Class.forName@ takes it, or that of a primitive type.
  className :: String

instance KnownSymbol s => KnownJType ('Class s) where className = symbolVal (Proxy @s)
instance KnownSymbol s => KnownJType ('Iface s) where className = symbolVal (Proxy @s)
instance KnownSymbol s => KnownJType ('Prim s) where className = symbolVal (Proxy @s)
instance KnownJType 'Void where className = "void"
instance KnownJType a => KnownJType ('Generic a g) where className = className @a
instance KnownJType a => KnownJType ('Array a) where className = '[' : descriptor (className @a)

-- | The descriptor of a class that has a name.
descriptor :: String -> String
descriptor name = case name of
  '[' : _ -> name
  "boolean" -> "Z"
  "byte" -> "B"
  "short" -> "S"
  "int" -> "I"
  "long" -> "J"
  "char" -> "C"
  "float" -> "F"
  "double" -> "D"
  _ -> 'L' : name ++ ";"

foreign import ccall "&yona_forget" forget :: FinalizerPtr ()

-- | Takes a reference that Java has given.
ownJ :: Word64 -> IO (J a)
ownJ 0 = pure null
ownJ n = J <$> newForeignPtr forget (wordPtrToPtr (WordPtr (fromIntegral n)))

-- | The null reference.
null :: J a
null = unsafePerformIO (J <$> newForeignPtr_ nullPtr)
{-# NOINLINE null #-}

-- | Whether this is null.
isNull :: J a -> Bool
isNull j = number j == 0

-- | The same reference as one of another type, which is not checked.
castJ :: J a -> J b
castJ (J pointer) = J (castForeignPtr pointer)

number :: J a -> Word64
number (J pointer) = numberOf (unsafeForeignPtrToPtr pointer)

numberOf :: Ptr () -> Word64
numberOf pointer = let WordPtr n = ptrToWordPtr pointer in fromIntegral n

withNumber :: J a -> (Word64 -> IO r) -> IO r
withNumber (J pointer) use = withForeignPtr pointer (use . numberOf)

-- | A number as a word of an argument.
word :: Word64 -> Word64
word 0 = 0
word n = n `shiftL` 1 .|. 1

-- | A reference as a word of an argument, while something is done.
withWord :: J a -> (Word64 -> IO r) -> IO r
withWord j use = withNumber j (use . word)

-- | Notes that the reference is needed no longer. It must not be used again.
forgetJ :: J a -> IO ()
forgetJ (J pointer) = finalizeForeignPtr pointer

-- ---- scopes

-- | The references that are made in a scope.
type Frame = IORef [JObject]

-- | The innermost scope of each thread that is in one.
frames :: IORef (Map.Map ThreadId Frame)
frames = unsafePerformIO (newIORef Map.empty)
{-# NOINLINE frames #-}

-- | Has the scope that the thread is in, if any, let a reference go at its end.
inFrame :: J a -> IO (J a)
inFrame j = do
  open <- readIORef frames
  unless (Map.null open) $ do
    thread <- myThreadId
    forM_ (Map.lookup thread open) (`modifyIORef'` (castJ j :))
  pure j
