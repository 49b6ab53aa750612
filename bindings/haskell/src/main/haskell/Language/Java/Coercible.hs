{-# LANGUAGE DataKinds, FlexibleInstances, MultiParamTypeClasses, TypeFamilies,
             UndecidableInstances #-}

-- | Types of Haskell that are types of Java.
module Language.Java.Coercible (Coercible (..)) where

import Data.Int (Int16, Int32, Int64, Int8)
import Data.Word (Word16)
import Language.Java.Inline.Quote (JavaType)
import Language.Java.Types
import Language.Java.Values

-- | Primitive types, references, and what a program makes of references:
--
-- > newtype Names = Names (J ('Class "java.util.ArrayList"))
-- >   deriving (Coercible, Interpretation, Reflect, Reify)
--
-- This needs @GeneralizedNewtypeDeriving@, @TypeFamilies@ and @UndecidableInstances@. Quotes take such
-- types, and give them, without a copy of the object; so does what calls members by their names.
class (Reflect a, Reify a) => Coercible a where
  -- | The type in Java.
  type Ty a :: JType
  type Ty a = JavaType a

instance Coercible ()
instance Coercible Bool
instance Coercible Int8
instance Coercible Int16
instance Coercible Int32
instance Coercible Int64
instance Coercible Word16
instance Coercible Float
instance Coercible Double
instance KnownJType t => Coercible (J t) where type Ty (J t) = t
