{-# LANGUAGE DataKinds, FlexibleContexts, TypeFamilies, TypeOperators, UndecidableInstances #-}
{-# OPTIONS_GHC -Wno-missing-methods -Wno-orphans #-}

-- | Types of Haskell that Java does not have: to ask for one says what to use instead. No value ever
-- meets an instance, so these have no methods.
module Language.Java.Absent () where

import Data.Word (Word32, Word64, Word8)
import GHC.TypeLits (ErrorMessage (..), TypeError)
import Language.Java.Types
import Language.Java.Values

type Use instead a =
  'Text "Java has no type for " ':<>: 'ShowType a ':<>: 'Text ": use " ':<>: 'Text instead

instance KnownJType (Interp Int) => Interpretation Int where
  type Interp Int = 'Class (TypeError (Use "Int64 or Int32" Int))
instance Interpretation Int => Reflect Int
instance Interpretation Int => Reify Int
instance Interpretation Int => Primitive Int

instance KnownJType (Interp Integer) => Interpretation Integer where
  type Interp Integer = 'Class (TypeError (Use "Int64, or J ('Class \"java.math.BigInteger\")" Integer))
instance Interpretation Integer => Reflect Integer
instance Interpretation Integer => Reify Integer

instance KnownJType (Interp Word) => Interpretation Word where
  type Interp Word = 'Class (TypeError (Use "Int64" Word))
instance Interpretation Word => Reflect Word
instance Interpretation Word => Reify Word
instance Interpretation Word => Primitive Word

instance KnownJType (Interp Word8) => Interpretation Word8 where
  type Interp Word8 = 'Class (TypeError (Use "Int8, and ByteString for many" Word8))
instance Interpretation Word8 => Reflect Word8
instance Interpretation Word8 => Reify Word8
instance Interpretation Word8 => Primitive Word8

instance KnownJType (Interp Word32) => Interpretation Word32 where
  type Interp Word32 = 'Class (TypeError (Use "Int32 or Int64" Word32))
instance Interpretation Word32 => Reflect Word32
instance Interpretation Word32 => Reify Word32
instance Interpretation Word32 => Primitive Word32

instance KnownJType (Interp Word64) => Interpretation Word64 where
  type Interp Word64 = 'Class (TypeError (Use "Int64" Word64))
instance Interpretation Word64 => Reflect Word64
instance Interpretation Word64 => Reify Word64
instance Interpretation Word64 => Primitive Word64

instance KnownJType (Interp Char) => Interpretation Char where
  type Interp Char = 'Class (TypeError (Use "Word16, which is Java's char, and Text for String" Char))
instance Interpretation Char => Reflect Char
instance Interpretation Char => Reify Char
instance Interpretation Char => Primitive Char
