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

import Control.Exception (bracket)
import Data.ByteString (ByteString)
import qualified Data.ByteString.Char8 as Bytes
import Data.List (intercalate, partition)
import Foreign.JNI.Types
import Language.Java.Cache
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
-- behind the action: what is under way is cancelled then, and Java's shutdown hooks run. What does not
-- end within five seconds though it is cancelled is left alone. A process can do that once.
--
-- SIGTERM and SIGHUP interrupt the action as Ctrl-C does; the same signal once more ends the program at
-- once, which helps where Java goes on though it is cancelled. Behind the end of the virtual machine they
-- raise a 'System.Exit.ExitCode', which ends the program by the signal if the main thread does this.
-- Handlers that the program has of its own stay.
--
-- A program that is run with @YONA_JAVA_TRAINING=1@ in the environment leaves a file beside it that
-- has its name and @.aot@ behind that. From then on it starts from that file, several times as fast.
-- An option @-XX:AOTMode=off@ keeps it from that.
--
-- The class path is that of @CLASSPATH@ and of an option @-Djava.class.path=@.
withJVM :: [ByteString] -> IO a -> IO a
withJVM options action = endedBySignals (bracket begin end (const action))
  where
    begin = do
      library <- jvmLibrary
      own <- classPath
      let (paths, others) = partition (prefix `Bytes.isPrefixOf`) options
          path = own ++ map (Bytes.unpack . Bytes.drop (Bytes.length prefix)) paths
      cache <- findCache path options
      startJVM library
        ( Bytes.pack ("-Djava.class.path=" ++ intercalate ":" path)
        : Bytes.pack "--add-opens=java.base/java.lang=ALL-UNNAMED"
        : Bytes.pack "--enable-native-access=ALL-UNNAMED"
        : Bytes.pack "-Xrs"
        : optionsOf cache ++ others )
      pure cache
    end (Used _) = stopJVM False
    end (Made _ finish) = stopJVM True >> finish
    optionsOf (Used added) = added
    optionsOf (Made added _) = added
    prefix = Bytes.pack "-Djava.class.path="

-- | Does something with a reference, and lets its object go behind that.
withLocalRef :: IO (J a) -> (J a -> IO b) -> IO b
withLocalRef make = bracket make deleteLocalRef

-- | An array of references.
toArray :: KnownJType t => [J t] -> IO (J ('Array t))
toArray = reflect
