{-# LANGUAGE AllowAmbiguousTypes, ConstraintKinds, DataKinds, DefaultSignatures, FlexibleContexts,
             FlexibleInstances, MultiParamTypeClasses, ScopedTypeVariables, TypeApplications,
             TypeFamilies, TypeOperators, UndecidableInstances #-}

-- | Values that cross by their contents. @yona.haskell.Values@ is the other side.
module Language.Java.Values
  ( Interpretation (..), Reflect (..), Reify (..), Nullable (..)
  , Wire, Get, withWire, leaveWire, getResult, functionWire, reading
  , octet, primitivesWire, kindIs, primitives, tuple, liftGet, Primitive (..)
  , View (..), Viewable (..)
  , JavaTypeError (..)
  ) where

import Control.Exception (Exception, finally, mask_, onException, throwIO)
import Control.Monad (join, replicateM, replicateM_, unless, void, when)
import Data.ByteString (ByteString)
import qualified Data.ByteString as ByteString
import qualified Data.ByteString.Internal as ByteString (fromForeignPtr, toForeignPtr)
import Data.Int (Int16, Int32, Int64, Int8)
import Data.Kind (Constraint)
import Data.Text (Text)
import qualified Data.Text as Text
import qualified Data.Text.Foreign as Text
import qualified Data.Vector.Storable as Vector
import Data.Vector.Storable.Mutable (IOVector)
import Data.Word (Word16, Word32, Word64, Word8)
import Foreign.ForeignPtr (ForeignPtr, plusForeignPtr, withForeignPtr)
import Foreign.ForeignPtr.Unsafe (unsafeForeignPtrToPtr)
import Foreign.Marshal.Alloc (allocaBytes)
import Foreign.Marshal.Utils (copyBytes)
import Foreign.Ptr (Ptr, castPtr, minusPtr, plusPtr, ptrToWordPtr)
import Foreign.StablePtr (castStablePtrToPtr, newStablePtr)
import Foreign.Storable (Storable, poke, peek, pokeByteOff, pokeElemOff)
import GHC.ForeignPtr (mallocPlainForeignPtrBytes)
import GHC.TypeLits (ErrorMessage (..), TypeError)
import Language.Java.Runtime
import Language.Java.Types
import Prelude hiding (null)

-- | A type of Haskell whose values correspond to those of a type of Java.
class KnownJType (Interp a) => Interpretation a where
  -- | The type of Java.
  type Interp a :: JType

  -- | What there has to be for a 'Maybe' or 'Nullable' of it: nothing, unless it has null already.
  type Optional a :: Constraint
  type Optional a = ()

-- | Values of Haskell that become values of Java. An instance gives one of the two.
class Interpretation a => Reflect a where
  -- | Makes the value in Java.
  reflect :: a -> IO (J (Interp a))
  reflect value = toWire value >>= \wire -> withWire wire $ \it -> convert Reference it

  -- | The form in which it crosses.
  toWire :: a -> IO Wire
  toWire value = referenceWire <$> reflect value
  {-# MINIMAL reflect | toWire #-}

-- | Values of Java that become values of Haskell. An instance gives one of the two.
class Interpretation a => Reify a where
  -- | Makes the value in Haskell.
  reify :: J (Interp a) -> IO a
  reify j = withWord j valueOf

  -- | Reads it in the form in which it crosses.
  fromWire :: Get a
  fromWire = getReference >>= liftGet . reify

  -- | Whether it is a reference itself, and so has to be to the very object.
  isReference :: Bool
  isReference = False
  {-# MINIMAL reify | fromWire #-}

-- | A value of Java is not of the type that Haskell expects.
newtype JavaTypeError = JavaTypeError String

instance Show JavaTypeError where
  show (JavaTypeError text) = text

instance Exception JavaTypeError

-- ---- writing

-- | What is written: its size, how, and what is to be kept until it has been read, if there is such.
data Wire = Wire !Int (Ptr Word8 -> IO ()) (Maybe (IO ()))

instance Semigroup Wire where
  Wire m f k <> Wire n g l = Wire (m + n) (\at -> f at >> g (at `plusPtr` m)) (k <> l)
  {-# INLINE (<>) #-}

instance Monoid Wire where
  mempty = Wire 0 (const (pure ())) Nothing

kept :: Storable a => Int -> a -> Wire
kept size value = Wire size (\at -> poke (castPtr at) value) Nothing
{-# INLINE kept #-}

octet :: Word8 -> Wire
octet = kept 1
{-# INLINE octet #-}

-- | Lays it out in memory, and gives its address as a word of an argument meanwhile.
withWire :: Wire -> (Word64 -> IO r) -> IO r
withWire (Wire size write keep) use = allocaBytes (max 2 size) $ \at ->
  maybe id (flip finally) keep (write at >> use (fromIntegral (ptrToWordPtr at)))

-- | Leaves it in room of a number of bytes to be read later, unless it is too large, or something of
-- it would have to be kept.
leaveWire :: Wire -> Ptr Word8 -> Int -> IO Bool
leaveWire (Wire size write Nothing) at room | size <= room = True <$ write at
leaveWire _ _ _ = pure False
{-# INLINE leaveWire #-}

referenceWire :: J a -> Wire
referenceWire j = Wire 9 (\at -> withNumber j $ \n -> pokeByteOff at 0 (1 :: Word8) >> pokeByteOff at 1 n)
  (Just (withNumber j (const (pure ()))))

textWire :: Text -> Wire
textWire text = octet 10 <> nameWire text
{-# INLINE textWire #-}

-- | A text without the byte for its kind.
nameWire :: Text -> Wire
nameWire text = Wire (4 + 2 * size) write Nothing
  where
    size = Text.lengthWord16 text
    write at = do
      poke (castPtr at) (fromIntegral size :: Word32)
      Text.unsafeCopyToPtr text (castPtr (at `plusPtr` 4))

-- | Small ones are copied, which is less than to keep them.
primitivesWire :: Word8 -> ForeignPtr a -> Int -> Wire
primitivesWire kind place size
  | bytes <= smallBytes =
      octet 16 <> octet kind <> kept 4 (fromIntegral size :: Word32) <> Wire bytes copy Nothing
  | otherwise = octet 11 <> octet kind <> placeWire place size
  where
    bytes = size * elementSize kind
    copy at = withForeignPtr place $ \from -> copyBytes at (castPtr from) bytes

-- | How many bytes are copied with what is around them.
smallBytes :: Int
smallBytes = 1024

-- | Where something lies, and how long it is.
placeWire :: ForeignPtr a -> Int -> Wire
placeWire place size = Wire 16 write (Just (withForeignPtr place (const (pure ()))))
  where
    write at = do
      pokeByteOff at 0 (fromIntegral (ptrToWordPtr (unsafeForeignPtrToPtr place)) :: Word64)
      pokeByteOff at 8 (fromIntegral size :: Word64)

-- | A function whose arguments lie in memory. Java has it until the object there is garbage.
functionWire :: (Ptr Word8 -> IO Wire) -> IO Wire
functionWire function = pure (Wire 9 write Nothing)
  where
    write at = do
      pokeByteOff at 0 (15 :: Word8)
      newStablePtr function >>= pokeByteOff at 1 . castStablePtrToPtr

-- | Reads arguments, and goes on with them.
reading :: Get (IO a) -> Ptr Word8 -> IO a
reading get at = do
  count <- peek at
  join (wholly (fromIntegral (count :: Word8)) get (at `plusPtr` 1))

-- ---- reading

-- | Reads what lies in memory, and gives where the next one lies.
newtype Get a = Get (Ptr Word8 -> IO (a, Ptr Word8))

instance Functor Get where
  fmap f (Get get) = Get $ \at -> do
    (value, next) <- get at
    pure (f value, next)
  {-# INLINE fmap #-}

instance Applicative Get where
  pure value = Get $ \at -> pure (value, at)
  Get f <*> Get get = Get $ \at -> do
    (function, next) <- f at
    (value, end) <- get next
    pure (function value, end)
  {-# INLINE (<*>) #-}

instance Monad Get where
  Get get >>= f = Get $ \at -> do
    (value, next) <- get at
    let Get more = f value
    more next
  {-# INLINE (>>=) #-}

liftGet :: IO a -> Get a
liftGet act = Get $ \at -> act >>= \value -> pure (value, at)
{-# INLINE liftGet #-}

here :: Get (Ptr Word8)
here = Get $ \at -> pure (at, at)

stored :: Storable a => Int -> Get a
stored size = Get $ \at -> peek (castPtr at) >>= \value -> pure (value, at `plusPtr` size)
{-# INLINE stored #-}

kindIs :: Word8 -> String -> Get ()
kindIs expected name = do
  kind <- stored 1
  when (kind /= expected) $ mismatch kind name
{-# INLINE kindIs #-}

mismatch :: Word8 -> String -> Get a
mismatch kind name = liftGet . throwIO . JavaTypeError $
  "expected " ++ name ++ " from Java, found " ++ case kind of
    0 -> "null"
    1 -> "another object"
    2 -> "a Boolean"
    3 -> "a Byte"
    4 -> "a Short"
    5 -> "an Integer"
    6 -> "a Long"
    7 -> "a Character"
    8 -> "a Float"
    9 -> "a Double"
    10 -> "a String"
    12 -> "an array"
    13 -> "a tuple"
    14 -> "Unit"
    16 -> "an array of primitives"
    17 -> "an array of primitives"
    19 -> "Texts"
    20 -> "ByteStrings"
    21 -> "Optionals"
    _ -> "the kind " ++ show kind

-- | Goes past a value, whatever it is, and does something where the number of a reference is.
pastValue :: (Ptr Word64 -> IO ()) -> Get ()
pastValue atReference = do
  kind <- stored 1 :: Get Word8
  let past n = Get $ \at -> pure ((), at `plusPtr` n)
      name = (stored 4 :: Get Word32) >>= past . (2 *) . fromIntegral
      reference = (here >>= liftGet . atReference . castPtr) >> past 8
      values n = replicateM_ n (pastValue atReference)
  case kind of
    0 -> pure ()
    14 -> pure ()
    1 -> reference
    10 -> name
    12 -> name >> (stored 4 :: Get Word32) >>= values . fromIntegral
    13 -> (stored 1 :: Get Word8) >>= values . fromIntegral
    16 -> do
      element <- stored 1
      size <- stored 4 :: Get Word32
      past (fromIntegral size * elementSize element)
    17 -> past 5 >> reference
    _ | kind `elem` [19, 20, 21] -> values 2
      | kind `elem` [2, 3] -> past 1
      | kind `elem` [6, 9] -> past 8
      | otherwise -> past 4

-- | Reads values of a number; if that fails, nothing of them is left.
wholly :: Int -> Get a -> Ptr Word8 -> IO a
wholly count (Get get) at = (fst <$> get at) `onException` free count at
{-# INLINE wholly #-}

-- | Frees the references in values of a number.
free :: Int -> Ptr Word8 -> IO ()
free count = void . run
  where
    Get run = replicateM_ count (pastValue (\place -> takeNumber place >>= newJ >>= deleteLocalRef))

-- | Takes the number of a reference, which is in nobody's hands then.
takeNumber :: Ptr Word64 -> IO Word64
takeNumber place = peek place <* poke place 0

-- | A value as a reference to it.
getReference :: Get (J a)
getReference = do
  at <- here
  kind <- liftGet (peek at) :: Get Word8
  if kind == 1
    then do
      pastValue (const (pure ()))
      liftGet (mask_ (takeNumber (at `plusPtr` 1) >>= newJ))
    else do
      pastValue (const (pure ()))
      end <- here
      liftGet (allocaBytes (max 2 (end `minusPtr` at)) $ \copy -> do
        copyBytes copy at (end `minusPtr` at)
        reference <- convert Reference (fromIntegral (ptrToWordPtr (copy :: Ptr Word8)))
        reference <$ free 1 at)

-- | Asks Java for a reference to a value.
convert :: Service -> Word64 -> IO (J a)
convert wanted it = withFrame 0 1 $ \frame -> do
  pokeElemOff frame frameArguments it
  mask_ (callService wanted frame >> peek frame >>= newJ)

-- | Asks Java for the value of a reference.
valueOf :: Reify a => Word64 -> IO a
valueOf it = withFrame valueRoom 1 $ \frame -> do
  pokeElemOff frame frameArguments it
  mask_ (callService Value frame >> getResult frame)

-- | Reads the value in a frame.
getResult :: Reify a => Ptr Word64 -> IO a
getResult frame = withValue frame (wholly 1 fromWire)
{-# INLINE getResult #-}

-- ---- instances

instance Interpretation () where type Interp () = 'Class "yona.haskell.Unit"
instance Reflect () where toWire () = pure (octet 14)
instance Reify () where fromWire = kindIs 14 "Unit"

instance KnownJType t => Interpretation (J t) where type Interp (J t) = t
instance KnownJType t => Reflect (J t) where reflect = pure
instance KnownJType t => Reify (J t) where
  reify = pure
  fromWire = getReference
  isReference = True

instance Interpretation Bool where type Interp Bool = 'Class "java.lang.Boolean"
instance Reflect Bool where toWire b = pure (octet 2 <> octet (if b then 1 else 0))
instance Reify Bool where fromWire = kindIs 2 "a Boolean" >> (/= (0 :: Word8)) <$> stored 1

instance Interpretation Int8 where type Interp Int8 = 'Class "java.lang.Byte"
instance Reflect Int8 where toWire n = pure (octet 3 <> kept 1 n)
instance Reify Int8 where fromWire = kindIs 3 "a Byte" >> stored 1

instance Interpretation Int16 where type Interp Int16 = 'Class "java.lang.Short"
instance Reflect Int16 where toWire n = pure (octet 4 <> kept 4 (fromIntegral n :: Int32))
instance Reify Int16 where fromWire = kindIs 4 "a Short" >> fromIntegral <$> (stored 4 :: Get Int32)

instance Interpretation Word16 where type Interp Word16 = 'Class "java.lang.Character"
instance Reflect Word16 where toWire n = pure (octet 7 <> kept 4 (fromIntegral n :: Int32))
instance Reify Word16 where fromWire = kindIs 7 "a Character" >> fromIntegral <$> (stored 4 :: Get Int32)

instance Interpretation Int32 where type Interp Int32 = 'Class "java.lang.Integer"
instance Reflect Int32 where toWire n = pure (octet 5 <> kept 4 n)
instance Reify Int32 where fromWire = kindIs 5 "an Integer" >> stored 4

instance Interpretation Int64 where type Interp Int64 = 'Class "java.lang.Long"
instance Reflect Int64 where toWire n = pure (octet 6 <> kept 8 n)
instance Reify Int64 where fromWire = kindIs 6 "a Long" >> stored 8

instance Interpretation Float where type Interp Float = 'Class "java.lang.Float"
instance Reflect Float where toWire n = pure (octet 8 <> kept 4 n)
instance Reify Float where fromWire = kindIs 8 "a Float" >> stored 4

instance Interpretation Double where type Interp Double = 'Class "java.lang.Double"
instance Reflect Double where toWire n = pure (octet 9 <> kept 8 n)
instance Reify Double where fromWire = kindIs 9 "a Double" >> stored 8

instance Interpretation Text where type Interp Text = 'Class "java.lang.String"
instance Reflect Text where
  toWire = pure . textWire
  {-# INLINE toWire #-}
instance Reify Text where
  fromWire = do
    kindIs 10 "a String"
    size <- stored 4 :: Get Word32
    Get $ \at -> do
      text <- Text.fromPtr (castPtr at) (fromIntegral size)
      pure (text, at `plusPtr` (2 * fromIntegral size))

-- | What Java sees where it lies, without a copy, when it is captured by a quote: a
-- @java.lang.foreign.MemorySegment@ that can be read until the quote ends, on its thread. Java that
-- does so later or elsewhere gets an exception.
newtype View a = View a

-- | What can be seen so: byte strings, and vectors of primitives.
class Viewable a where
  viewWire :: a -> Wire

instance Viewable ByteString where
  viewWire bytes = viewAt (place `plusForeignPtr` start) size
    where (place, start, size) = ByteString.toForeignPtr bytes

instance Primitive a => Viewable (Vector.Vector a) where
  viewWire vector = viewAt place (size * elementSize (primitiveKind @a))
    where (place, size) = Vector.unsafeToForeignPtr0 vector

viewAt :: ForeignPtr a -> Int -> Wire
viewAt place bytes = octet 18 <> placeWire place bytes

instance Interpretation ByteString where type Interp ByteString = 'Array ('Prim "byte")
instance Reflect ByteString where
  toWire bytes = pure (primitivesWire 3 (place `plusForeignPtr` start) size)
    where (place, start, size) = ByteString.toForeignPtr bytes
  {-# INLINE toWire #-}
instance Reify ByteString where
  fromWire = do
    (place, size) <- primitives 3 "a byte[]"
    pure (if size == 0 then ByteString.empty else ByteString.fromForeignPtr place 0 size)

-- | An array of primitives, in memory of Haskell: its place and length.
primitives :: Word8 -> String -> Get (ForeignPtr a, Int)
primitives expected name = do
  kind <- stored 1 :: Get Word8
  unless (kind `elem` [16, 17]) $ mismatch kind name
  element <- stored 1
  when (element /= expected) $ mismatch kind name
  size <- (fromIntegral :: Word32 -> Int) <$> stored 4
  let bytes = size * elementSize element
  array <- liftGet (mallocPlainForeignPtrBytes bytes)
  Get $ \at -> withForeignPtr array $ \to ->
    if kind == 16
      then ((array, size), at `plusPtr` bytes) <$ copyBytes (castPtr to) at bytes
      else ((array, size), at `plusPtr` 8) <$ mask_ (takeNumber (castPtr at) >>= copyArray to)

-- | How many bytes an element has, of the kind of a primitive.
elementSize :: Word8 -> Int
elementSize kind
  | kind `elem` [2, 3] = 1
  | kind `elem` [4, 7] = 2
  | kind `elem` [5, 8] = 4
  | otherwise = 8

-- | Elements of arrays of primitives.
class Storable a => Primitive a where
  type PrimitiveType a :: JType
  primitiveKind :: Word8
  primitiveName :: String

instance Primitive Int8 where
  type PrimitiveType Int8 = 'Prim "byte"
  primitiveKind = 3
  primitiveName = "byte"

instance Primitive Int16 where
  type PrimitiveType Int16 = 'Prim "short"
  primitiveKind = 4
  primitiveName = "short"

instance Primitive Int32 where
  type PrimitiveType Int32 = 'Prim "int"
  primitiveKind = 5
  primitiveName = "int"

instance Primitive Int64 where
  type PrimitiveType Int64 = 'Prim "long"
  primitiveKind = 6
  primitiveName = "long"

instance Primitive Word16 where
  type PrimitiveType Word16 = 'Prim "char"
  primitiveKind = 7
  primitiveName = "char"

instance Primitive Float where
  type PrimitiveType Float = 'Prim "float"
  primitiveKind = 8
  primitiveName = "float"

instance Primitive Double where
  type PrimitiveType Double = 'Prim "double"
  primitiveKind = 9
  primitiveName = "double"

instance (Primitive a, KnownJType (PrimitiveType a)) => Interpretation (Vector.Vector a) where
  type Interp (Vector.Vector a) = 'Array (PrimitiveType a)
instance (Primitive a, KnownJType (PrimitiveType a)) => Reflect (Vector.Vector a) where
  toWire vector = pure (primitivesWire (primitiveKind @a) place size)
    where (place, size) = Vector.unsafeToForeignPtr0 vector
instance (Primitive a, KnownJType (PrimitiveType a)) => Reify (Vector.Vector a) where
  fromWire = do
    (place, size) <- primitives (primitiveKind @a) (primitiveName @a ++ "[]")
    pure (Vector.unsafeFromForeignPtr0 place size)

instance Interpretation (Vector.Vector a) => Interpretation (IOVector a) where
  type Interp (IOVector a) = Interp (Vector.Vector a)
instance (Storable a, Reflect (Vector.Vector a)) => Reflect (IOVector a) where
  toWire vector = Vector.freeze vector >>= toWire
instance (Storable a, Reify (Vector.Vector a)) => Reify (IOVector a) where
  fromWire = fromWire >>= liftGet . Vector.unsafeThaw

-- | Nothing and Just Nothing would both be null.
type OneNull a = 'Text "There is no Maybe or Nullable of " ':<>: 'ShowType a
  ':$$: 'Text "as Java has one null only"

instance Interpretation a => Interpretation (Maybe a) where
  type Interp (Maybe a) = Interp a
  type Optional (Maybe a) = TypeError (OneNull (Maybe a))
instance (Reflect a, Optional a) => Reflect (Maybe a) where toWire = maybe (pure (octet 0)) toWire
instance (Reify a, Optional a) => Reify (Maybe a) where
  fromWire = do
    kind <- here >>= liftGet . peek :: Get Word8
    if kind == 0 then Nothing <$ pastValue (const (pure ())) else Just <$> fromWire

-- | A value or null, as 'Maybe' is.
data Nullable a
  = Null       -- ^ null
  | NotNull a  -- ^ a value
  deriving (Eq, Ord, Show)

instance Interpretation a => Interpretation (Nullable a) where
  type Interp (Nullable a) = Interp a
  type Optional (Nullable a) = TypeError (OneNull (Nullable a))
instance (Reflect a, Optional a) => Reflect (Nullable a) where
  toWire Null = toWire (Nothing :: Maybe a)
  toWire (NotNull value) = toWire value
instance (Reify a, Optional a) => Reify (Nullable a) where fromWire = maybe Null NotNull <$> fromWire

instance Interpretation a => Interpretation [a] where type Interp [a] = 'Array (Interp a)
instance Reflect a => Reflect [a] where
  toWire values = do
    wires <- mapM toWire values
    pure (octet 12 <> nameWire (Text.pack (className @(Interp a))) <> kept 4 (fromIntegral (length values) :: Word32) <> mconcat wires)
instance Reify a => Reify [a] where
  fromWire = do
    kindIs 12 "an array"
    _ <- (stored 4 :: Get Word32) >>= \n -> Get (\at -> pure ((), at `plusPtr` (2 * fromIntegral n)))
    size <- stored 4 :: Get Word32
    replicateM (fromIntegral size) fromWire

instance (Interpretation a, Interpretation b) => Interpretation (a, b) where
  type Interp (a, b) = 'Class "yona.haskell.Tuple2" <> '[Interp a, Interp b]
instance (Reflect a, Reflect b) => Reflect (a, b) where
  toWire (a', b') = (\v w -> octet 13 <> octet 2 <> v <> w) <$> toWire a' <*> toWire b'
  {-# INLINE toWire #-}
instance (Reify a, Reify b) => Reify (a, b) where
  fromWire = tuple 2 >> (,) <$> fromWire <*> fromWire
  {-# INLINE fromWire #-}

instance (Interpretation a, Interpretation b, Interpretation c) => Interpretation (a, b, c) where
  type Interp (a, b, c) = 'Class "yona.haskell.Tuple3" <> '[Interp a, Interp b, Interp c]
instance (Reflect a, Reflect b, Reflect c) => Reflect (a, b, c) where
  toWire (a', b', c') = (\v w x -> octet 13 <> octet 3 <> v <> w <> x) <$> toWire a' <*> toWire b' <*> toWire c'
  {-# INLINE toWire #-}
instance (Reify a, Reify b, Reify c) => Reify (a, b, c) where
  fromWire = tuple 3 >> (,,) <$> fromWire <*> fromWire <*> fromWire
  {-# INLINE fromWire #-}

instance (Interpretation a, Interpretation b, Interpretation c, Interpretation d) => Interpretation (a, b, c, d) where
  type Interp (a, b, c, d) = 'Class "yona.haskell.Tuple4" <> '[Interp a, Interp b, Interp c, Interp d]
instance (Reflect a, Reflect b, Reflect c, Reflect d) => Reflect (a, b, c, d) where
  toWire (a', b', c', d') = (\v w x y -> octet 13 <> octet 4 <> v <> w <> x <> y) <$> toWire a' <*> toWire b' <*> toWire c' <*> toWire d'
  {-# INLINE toWire #-}
instance (Reify a, Reify b, Reify c, Reify d) => Reify (a, b, c, d) where
  fromWire = tuple 4 >> (,,,) <$> fromWire <*> fromWire <*> fromWire <*> fromWire
  {-# INLINE fromWire #-}

instance (Interpretation a, Interpretation b, Interpretation c, Interpretation d, Interpretation e) => Interpretation (a, b, c, d, e) where
  type Interp (a, b, c, d, e) = 'Class "yona.haskell.Tuple5" <> '[Interp a, Interp b, Interp c, Interp d, Interp e]
instance (Reflect a, Reflect b, Reflect c, Reflect d, Reflect e) => Reflect (a, b, c, d, e) where
  toWire (a', b', c', d', e') = (\v w x y z -> octet 13 <> octet 5 <> v <> w <> x <> y <> z) <$> toWire a' <*> toWire b' <*> toWire c' <*> toWire d' <*> toWire e'
  {-# INLINE toWire #-}
instance (Reify a, Reify b, Reify c, Reify d, Reify e) => Reify (a, b, c, d, e) where
  fromWire = tuple 5 >> (,,,,) <$> fromWire <*> fromWire <*> fromWire <*> fromWire <*> fromWire
  {-# INLINE fromWire #-}

instance (Interpretation a, Interpretation b, Interpretation c, Interpretation d, Interpretation e, Interpretation f) => Interpretation (a, b, c, d, e, f) where
  type Interp (a, b, c, d, e, f) = 'Class "yona.haskell.Tuple6" <> '[Interp a, Interp b, Interp c, Interp d, Interp e, Interp f]
instance (Reflect a, Reflect b, Reflect c, Reflect d, Reflect e, Reflect f) => Reflect (a, b, c, d, e, f) where
  toWire (a', b', c', d', e', f') = (\v w x y z s -> octet 13 <> octet 6 <> v <> w <> x <> y <> z <> s) <$> toWire a' <*> toWire b' <*> toWire c' <*> toWire d' <*> toWire e' <*> toWire f'
  {-# INLINE toWire #-}
instance (Reify a, Reify b, Reify c, Reify d, Reify e, Reify f) => Reify (a, b, c, d, e, f) where
  fromWire = tuple 6 >> (,,,,,) <$> fromWire <*> fromWire <*> fromWire <*> fromWire <*> fromWire <*> fromWire
  {-# INLINE fromWire #-}

instance (Interpretation a, Interpretation b, Interpretation c, Interpretation d, Interpretation e, Interpretation f, Interpretation g) => Interpretation (a, b, c, d, e, f, g) where
  type Interp (a, b, c, d, e, f, g) = 'Class "yona.haskell.Tuple7" <> '[Interp a, Interp b, Interp c, Interp d, Interp e, Interp f, Interp g]
instance (Reflect a, Reflect b, Reflect c, Reflect d, Reflect e, Reflect f, Reflect g) => Reflect (a, b, c, d, e, f, g) where
  toWire (a', b', c', d', e', f', g') = (\v w x y z s t -> octet 13 <> octet 7 <> v <> w <> x <> y <> z <> s <> t) <$> toWire a' <*> toWire b' <*> toWire c' <*> toWire d' <*> toWire e' <*> toWire f' <*> toWire g'
  {-# INLINE toWire #-}
instance (Reify a, Reify b, Reify c, Reify d, Reify e, Reify f, Reify g) => Reify (a, b, c, d, e, f, g) where
  fromWire = tuple 7 >> (,,,,,,) <$> fromWire <*> fromWire <*> fromWire <*> fromWire <*> fromWire <*> fromWire <*> fromWire
  {-# INLINE fromWire #-}

tuple :: Word8 -> Get ()
tuple expected = do
  let name = "a tuple of " ++ show expected
  kindIs 13 name
  size <- stored 1
  when (size /= expected) $ liftGet (throwIO (JavaTypeError ("expected " ++ name ++ " from Java, found one of " ++ show size)))
