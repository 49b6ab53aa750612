{-# LANGUAGE DataKinds #-}

-- | Programs of Haskell that use Java. Quotes of Java are in "Language.Java.Inline".
module Language.Java
  ( -- * The virtual machine
    withJVM, JVMException (..)
    -- * Types and references
  , module Foreign.JNI.Types
  , null, isNull, castJ, withLocalRef, deleteLocalRef
  , releaseReferences, countReferences
    -- * Scopes of references
  , Pop, push, pop, popWithObject, popWithValue
    -- * Members by their names
  , Members, new, call, callStatic, getStaticField, newArray, toArray
    -- * Values
  , Interpretation (..), Reflect (..), Reify (..), Coercible (..), Nullable (..), View (..), Viewable
  , JavaTypeError (..), KnownJType (..)
  ) where

import Control.Exception (bracket, bracket_)
import Data.ByteString (ByteString)
import qualified Data.ByteString.Char8 as Bytes
import Data.List (intercalate, partition)
import Foreign.JNI.Types
import Language.Java.Coercible
import Language.Java.Frames
import Language.Java.Functions ()
import Language.Java.Installation
import Language.Java.Members
import Language.Java.Runtime
import Language.Java.Termination
import Language.Java.Types
import Language.Java.Values
import Prelude hiding (null)

-- | Makes the virtual machine of Java, with options as the command @java@ has them, and ends it
-- behind the action: what is under way is cancelled then, and Java's shutdown hooks run. A process
-- can do that once.
--
-- SIGTERM and SIGHUP interrupt the action as Ctrl-C does. Behind the end of the virtual machine they
-- raise a 'System.Exit.ExitCode', which ends the program by the signal if the main thread does this.
-- Handlers that the program has of its own stay.
--
-- The class path is that of @CLASSPATH@ and of an option @-Djava.class.path=@.
withJVM :: [ByteString] -> IO a -> IO a
withJVM options = endedBySignals . bracket_ begin stopJVM
  where
    begin = do
      library <- jvmLibrary
      path <- classPath
      let (paths, others) = partition (prefix `Bytes.isPrefixOf`) options
          given = map (Bytes.unpack . Bytes.drop (Bytes.length prefix)) paths
      startJVM library
        ( Bytes.pack ("-Djava.class.path=" ++ intercalate ":" (path ++ given))
        : Bytes.pack "--add-opens=java.base/java.lang=ALL-UNNAMED"
        : Bytes.pack "--enable-native-access=ALL-UNNAMED"
        : Bytes.pack "-Xrs"
        : others )
    prefix = Bytes.pack "-Djava.class.path="

-- | Does something with a reference, and lets its object go behind that.
withLocalRef :: IO (J a) -> (J a -> IO b) -> IO b
withLocalRef make = bracket make deleteLocalRef

-- | An array of references.
toArray :: KnownJType t => [J t] -> IO (J ('Array t))
toArray = reflect
