{-# LANGUAGE AllowAmbiguousTypes, BangPatterns, DataKinds, DefaultSignatures, FlexibleContexts,
             FlexibleInstances, RankNTypes, ScopedTypeVariables, TypeApplications, TypeFamilies, TypeOperators,
             UndecidableInstances #-}

-- | Many rows at once, by columns: a call has some price, and so does each object in Java. A batch of
-- @(Int32, Double)@ is one @int[]@ and one @double[]@.
--
-- > total :: Vector (Int32, Double) -> IO Double
-- > total rows = let batch = Batch rows in [java| {
-- >   double total = 0;
-- >   for (int i = 0; i < $batch.first().length; i++) total += $batch.first()[i] * $batch.second()[i];
-- >   return total;
-- > } |]
module Language.Java.Batch
  ( Batch (..), Batchable (Columns)
    -- * Rows of an iterator
  , nextBatch, forBatches
  ) where

import Control.Exception (throwIO)
import Control.Monad (unless, when)
import Data.ByteString (ByteString)
import qualified Data.ByteString as ByteString
import qualified Data.ByteString.Internal as ByteString (fromForeignPtr)
import qualified Data.ByteString.Unsafe as ByteString
import Data.Int (Int16, Int32, Int64, Int8)
import Data.Text (Text)
import qualified Data.Text as Text
import qualified Data.Text.Foreign as Text
import qualified Data.Vector as Boxed
import qualified Data.Vector.Mutable as Mutable
import qualified Data.Vector.Storable as Vector
import Data.Word (Word16, Word8)
import Foreign.ForeignPtr (ForeignPtr, plusForeignPtr, withForeignPtr)
import Foreign.Marshal.Utils (copyBytes)
import Foreign.Ptr (Ptr, castPtr, plusPtr)
import Foreign.Storable (pokeElemOff)
import GHC.ForeignPtr (mallocPlainForeignPtrBytes)
import Language.Java.Runtime
import Language.Java.Types
import Language.Java.Values

-- | Rows that cross as columns, to be captured and as results. What is wrong with a row is raised
-- when the batch is captured.
newtype Batch a = Batch { batchRows :: Boxed.Vector a } deriving (Eq, Show)

instance Batchable a => Interpretation (Batch a) where type Interp (Batch a) = Columns a
instance Batchable a => Reflect (Batch a) where
  toWire (Batch rows) = columnsWire (Boxed.length rows) (Boxed.unsafeIndex rows)
  {-# INLINABLE toWire #-}
instance Batchable a => Reify (Batch a) where
  fromWire = column >>= \(Column sizes row) -> liftGet $ case sizes of
    size : others | all (== size) others -> do
      made <- Mutable.new size
      let fill !i = when (i < size) $ row i >>= Mutable.unsafeWrite made i >> fill (i + 1)
      fill 0
      Batch <$> Boxed.unsafeFreeze made
    _ -> throwIO (JavaTypeError ("expected columns of one length from Java, found " ++ show sizes))
  {-# INLINABLE fromWire #-}

-- | What can be a row of a batch: numbers, 'Bool', 'Text', 'ByteString', and 'Maybe' and tuples of
-- those.
class (Interpretation a, KnownJType (Columns a)) => Batchable a where
  -- | What its columns are in Java: an array for primitives, @yona.haskell.Texts@,
  -- @yona.haskell.ByteStrings@, @yona.haskell.Optionals@ and tuples of those.
  type Columns a :: JType
  type Columns a = 'Array (PrimitiveType a)

  -- | See @yona.haskell.Column@.
  schema :: String
  default schema :: Primitive a => String
  schema = show (primitiveKind @a)

  -- | What fills a row that has no value.
  blank :: a
  default blank :: Num a => a
  blank = 0

  columnsWire :: Int -> (Int -> a) -> IO Wire
  default columnsWire :: Primitive a => Int -> (Int -> a) -> IO Wire
  columnsWire n row = pure (primitivesWire (primitiveKind @a) place size)
    where (place, size) = Vector.unsafeToForeignPtr0 (Vector.generate n row)
  {-# INLINE columnsWire #-}

  column :: Get (Column a)
  default column :: Primitive a => Get (Column a)
  column = do
    elements <- uncurry Vector.unsafeFromForeignPtr0 <$> primitives (primitiveKind @a) (primitiveName @a ++ "[]")
    pure (Column [Vector.length elements] (Vector.unsafeIndexM elements))
  {-# INLINE column #-}

-- | Columns that have been read: their lengths, and a row of them.
data Column a = Column [Int] (Int -> IO a)

instance Functor Column where
  fmap f (Column sizes row) = Column sizes (fmap f . row)

instance Applicative Column where
  pure value = Column [] (const (pure value))
  Column sizes f <*> Column others row = Column (sizes ++ others) (\i -> f i <*> row i)

-- ---- rows of an iterator

-- | The next rows of an iterator, at most so many, and none at its end: by one call, which may wait.
-- A row that is not of the type is a 'JVMException', and is lost then with those before it.
nextBatch :: forall a. Batchable a => Int32 -> J ('Iface "java.util.Iterator" <> '[Interp a]) -> IO (Boxed.Vector a)
nextBatch limit iterator = do
  when (limit < 1) $ ioError (userError ("a batch of " ++ show limit ++ " rows"))
  types <- toWire (Text.pack (schema @a))
  withWord iterator $ \it -> withWire types $ \rowTypes -> withFrame valueRoom 3 $ \frame -> do
    pokeElemOff frame frameArguments it
    pokeElemOff frame (frameArguments + 1) (fromIntegral limit)
    pokeElemOff frame (frameArguments + 2) rowTypes
    batchRows <$> waitingService Rows frame (getResult frame)

-- | Does something with all rows of an iterator, in batches of at most so many, each when the one
-- before it is done with.
forBatches :: Batchable a => Int32 -> J ('Iface "java.util.Iterator" <> '[Interp a]) -> (Boxed.Vector a -> IO ()) -> IO ()
forBatches limit iterator use = do
  rows <- nextBatch limit iterator
  unless (Boxed.null rows) $ use rows >> forBatches limit iterator use

-- ---- columns

instance Batchable Int8
instance Batchable Int16
instance Batchable Int32
instance Batchable Int64
instance Batchable Word16
instance Batchable Float
instance Batchable Double

instance Batchable Bool where
  type Columns Bool = 'Array ('Prim "boolean")
  schema = "2"
  blank = False
  columnsWire n row = pure (truthsWire n row)
  column = fmap (/= 0) <$> truths

truthsWire :: Int -> (Int -> Bool) -> Wire
truthsWire n row = primitivesWire 2 place size
  where (place, size) = Vector.unsafeToForeignPtr0 (Vector.generate n (\i -> if row i then 1 else 0 :: Word8))

truths :: Get (Column Word8)
truths = do
  elements <- uncurry Vector.unsafeFromForeignPtr0 <$> primitives 2 "boolean[]"
  pure (Column [Vector.length elements] (Vector.unsafeIndexM elements))

instance Batchable a => Batchable (Maybe a) where
  type Columns (Maybe a) = 'Class "yona.haskell.Optionals" <> '[Columns a]
  schema = '?' : schema @a
  blank = Nothing
  columnsWire n row = do
    values <- columnsWire n (maybe blank id . row)
    pure (octet 21 <> truthsWire n (maybe False (const True) . row) <> values)
  column = do
    kindIs 21 "Optionals"
    Column sizes present <- truths
    Column others value <- column
    pure (Column (sizes ++ others) (\i -> present i >>= \is -> if is == 0 then pure Nothing else Just <$> value i))

instance Batchable Text where
  type Columns Text = 'Class "yona.haskell.Texts"
  schema = "T"
  blank = Text.empty
  columnsWire = joinedWire 19 (primitiveKind @Word16) 2 Text.lengthWord16 (\text to -> Text.unsafeCopyToPtr text (castPtr to))
  column = joined 19 "Texts" (primitiveKind @Word16) $ \place from size ->
    withForeignPtr place $ \at -> Text.fromPtr (at `plusPtr` (2 * from)) (fromIntegral size)

instance Batchable ByteString where
  type Columns ByteString = 'Class "yona.haskell.ByteStrings"
  schema = "Y"
  blank = ByteString.empty
  columnsWire = joinedWire 20 (primitiveKind @Int8) 1 ByteString.length
    (\bytes to -> ByteString.unsafeUseAsCStringLen bytes (\(from, size) -> copyBytes to (castPtr from) size))
  column = joined 20 "ByteStrings" (primitiveKind @Int8) $ \place from size ->
    pure (ByteString.fromForeignPtr (place `plusForeignPtr` from) 0 size)

-- | What has a length, one behind the other, and where each begins.
joinedWire :: Word8 -> Word8 -> Int -> (a -> Int) -> (a -> Ptr Word8 -> IO ()) -> Int -> (Int -> a) -> IO Wire
joinedWire kind element bytes size copy n row = do
  starts <- mallocPlainForeignPtrBytes (4 * (n + 1)) :: IO (ForeignPtr Int32)
  total <- withForeignPtr starts $ \to -> do
    let measure !i !at = do
          pokeElemOff to i (fromIntegral at)
          if i == n then pure at else measure (i + 1) (at + size (row i))
    measure 0 0
  when (total > fromIntegral (maxBound :: Int32)) $
    ioError (userError ("a column of a batch is too long for Java: " ++ show total))
  place <- mallocPlainForeignPtrBytes (bytes * total)
  withForeignPtr place $ \to -> do
    let fill !i !at = when (i < n) $ do
          let value = row i
          copy value (to `plusPtr` (bytes * at))
          fill (i + 1) (at + size value)
    fill 0 0
  pure (octet kind <> primitivesWire element place total <> primitivesWire (primitiveKind @Int32) starts (n + 1))
{-# INLINE joinedWire #-}

joined :: Word8 -> String -> Word8 -> (ForeignPtr e -> Int -> Int -> IO a) -> Get (Column a)
joined kind name element part = do
  kindIs kind name
  (place, _) <- primitives element name
  offsets <- uncurry Vector.unsafeFromForeignPtr0 <$> primitives (primitiveKind @Int32) name :: Get (Vector.Vector Int32)
  let at = fromIntegral . Vector.unsafeIndex offsets
  pure (Column [Vector.length offsets - 1] (\i -> part place (at i) (at (i + 1) - at i)))

tupleWire :: Word8 -> [IO Wire] -> IO Wire
tupleWire size columns = (\wires -> octet 13 <> octet size <> mconcat wires) <$> sequence columns

instance (Batchable a, Batchable b) => Batchable (a, b) where
  type Columns (a, b) = 'Class "yona.haskell.Tuple2" <> '[Columns a, Columns b]
  schema = "(" ++ concat [schema @a, schema @b] ++ ")"
  blank = (blank, blank)
  columnsWire n row = tupleWire 2 [columnsWire n (\i -> case row i of (x, _) -> x), columnsWire n (\i -> case row i of (_, x) -> x)]
  column = tuple 2 >> (\a b -> (,) <$> a <*> b) <$> column <*> column
  {-# INLINABLE columnsWire #-}
  {-# INLINABLE column #-}

instance (Batchable a, Batchable b, Batchable c) => Batchable (a, b, c) where
  type Columns (a, b, c) = 'Class "yona.haskell.Tuple3" <> '[Columns a, Columns b, Columns c]
  schema = "(" ++ concat [schema @a, schema @b, schema @c] ++ ")"
  blank = (blank, blank, blank)
  columnsWire n row = tupleWire 3 [columnsWire n (\i -> case row i of (x, _, _) -> x), columnsWire n (\i -> case row i of (_, x, _) -> x), columnsWire n (\i -> case row i of (_, _, x) -> x)]
  column = tuple 3 >> (\a b c -> (,,) <$> a <*> b <*> c) <$> column <*> column <*> column
  {-# INLINABLE columnsWire #-}
  {-# INLINABLE column #-}

instance (Batchable a, Batchable b, Batchable c, Batchable d) => Batchable (a, b, c, d) where
  type Columns (a, b, c, d) = 'Class "yona.haskell.Tuple4" <> '[Columns a, Columns b, Columns c, Columns d]
  schema = "(" ++ concat [schema @a, schema @b, schema @c, schema @d] ++ ")"
  blank = (blank, blank, blank, blank)
  columnsWire n row = tupleWire 4 [columnsWire n (\i -> case row i of (x, _, _, _) -> x), columnsWire n (\i -> case row i of (_, x, _, _) -> x), columnsWire n (\i -> case row i of (_, _, x, _) -> x), columnsWire n (\i -> case row i of (_, _, _, x) -> x)]
  column = tuple 4 >> (\a b c d -> (,,,) <$> a <*> b <*> c <*> d) <$> column <*> column <*> column <*> column
  {-# INLINABLE columnsWire #-}
  {-# INLINABLE column #-}

instance (Batchable a, Batchable b, Batchable c, Batchable d, Batchable e) => Batchable (a, b, c, d, e) where
  type Columns (a, b, c, d, e) = 'Class "yona.haskell.Tuple5" <> '[Columns a, Columns b, Columns c, Columns d, Columns e]
  schema = "(" ++ concat [schema @a, schema @b, schema @c, schema @d, schema @e] ++ ")"
  blank = (blank, blank, blank, blank, blank)
  columnsWire n row = tupleWire 5 [columnsWire n (\i -> case row i of (x, _, _, _, _) -> x), columnsWire n (\i -> case row i of (_, x, _, _, _) -> x), columnsWire n (\i -> case row i of (_, _, x, _, _) -> x), columnsWire n (\i -> case row i of (_, _, _, x, _) -> x), columnsWire n (\i -> case row i of (_, _, _, _, x) -> x)]
  column = tuple 5 >> (\a b c d e -> (,,,,) <$> a <*> b <*> c <*> d <*> e) <$> column <*> column <*> column <*> column <*> column
  {-# INLINABLE columnsWire #-}
  {-# INLINABLE column #-}

instance (Batchable a, Batchable b, Batchable c, Batchable d, Batchable e, Batchable f) => Batchable (a, b, c, d, e, f) where
  type Columns (a, b, c, d, e, f) = 'Class "yona.haskell.Tuple6" <> '[Columns a, Columns b, Columns c, Columns d, Columns e, Columns f]
  schema = "(" ++ concat [schema @a, schema @b, schema @c, schema @d, schema @e, schema @f] ++ ")"
  blank = (blank, blank, blank, blank, blank, blank)
  columnsWire n row = tupleWire 6 [columnsWire n (\i -> case row i of (x, _, _, _, _, _) -> x), columnsWire n (\i -> case row i of (_, x, _, _, _, _) -> x), columnsWire n (\i -> case row i of (_, _, x, _, _, _) -> x), columnsWire n (\i -> case row i of (_, _, _, x, _, _) -> x), columnsWire n (\i -> case row i of (_, _, _, _, x, _) -> x), columnsWire n (\i -> case row i of (_, _, _, _, _, x) -> x)]
  column = tuple 6 >> (\a b c d e f -> (,,,,,) <$> a <*> b <*> c <*> d <*> e <*> f) <$> column <*> column <*> column <*> column <*> column <*> column
  {-# INLINABLE columnsWire #-}
  {-# INLINABLE column #-}

instance (Batchable a, Batchable b, Batchable c, Batchable d, Batchable e, Batchable f, Batchable g) => Batchable (a, b, c, d, e, f, g) where
  type Columns (a, b, c, d, e, f, g) = 'Class "yona.haskell.Tuple7" <> '[Columns a, Columns b, Columns c, Columns d, Columns e, Columns f, Columns g]
  schema = "(" ++ concat [schema @a, schema @b, schema @c, schema @d, schema @e, schema @f, schema @g] ++ ")"
  blank = (blank, blank, blank, blank, blank, blank, blank)
  columnsWire n row = tupleWire 7 [columnsWire n (\i -> case row i of (x, _, _, _, _, _, _) -> x), columnsWire n (\i -> case row i of (_, x, _, _, _, _, _) -> x), columnsWire n (\i -> case row i of (_, _, x, _, _, _, _) -> x), columnsWire n (\i -> case row i of (_, _, _, x, _, _, _) -> x), columnsWire n (\i -> case row i of (_, _, _, _, x, _, _) -> x), columnsWire n (\i -> case row i of (_, _, _, _, _, x, _) -> x), columnsWire n (\i -> case row i of (_, _, _, _, _, _, x) -> x)]
  column = tuple 7 >> (\a b c d e f g -> (,,,,,,) <$> a <*> b <*> c <*> d <*> e <*> f <*> g) <$> column <*> column <*> column <*> column <*> column <*> column <*> column
  {-# INLINABLE columnsWire #-}
  {-# INLINABLE column #-}
