{-# LANGUAGE DataKinds, ExplicitNamespaces, TypeOperators #-}

-- | The types of Java, and references to its objects.
module Foreign.JNI.Types
  ( JType (..), type (<>)
  , J, JObject, JString, JThrowable, JClass, JArray, JObjectArray
  , jnull, upcast, arrayUpcast, unsafeCast, generic, unsafeUngeneric
  ) where

import Language.Java.Types
import Prelude hiding (null)

-- | A class of Java.
type JClass = J ('Class "java.lang.Class")

-- | An array.
type JArray t = J ('Array t)

-- | The null reference.
jnull :: J a
jnull = null

-- | Any object is an @Object@.
upcast :: J a -> JObject
upcast = castJ

-- | Any array of objects is an array of @Object@.
arrayUpcast :: J ('Array t) -> JObjectArray
arrayUpcast = castJ

-- | The same reference as one of another type, which is not checked.
unsafeCast :: J a -> J b
unsafeCast = castJ

-- | The same reference with arguments of its generic type.
generic :: J a -> J (a <> g)
generic = castJ

-- | The same reference without the arguments of its generic type.
unsafeUngeneric :: J (a <> g) -> J a
unsafeUngeneric = castJ
