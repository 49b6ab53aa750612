-- | What programs for inline-java take from here.
module Foreign.JNI
  ( withJVM, runInAttachedThread
  , JVMException (..), showException
  , newLocalRef, deleteLocalRef, newGlobalRef, deleteGlobalRef
  ) where

import Data.Text (Text)
import Language.Java
import Language.Java.Runtime (anotherJ, newJ, takeJ)

-- | Runs an action. All threads can call Java.
runInAttachedThread :: IO a -> IO a
runInAttachedThread action = action

-- | The class, message and stack of what Java has thrown, and those of its causes.
showException :: JVMException -> IO Text
showException = pure . jvmDescription

-- | Another reference to the same object.
newLocalRef :: J a -> IO (J a)
newLocalRef j = anotherJ j >>= newJ

-- | Another reference to the same object, which the end of a scope does not let go, see 'push'.
newGlobalRef :: J a -> IO (J a)
newGlobalRef j = anotherJ j >>= takeJ

-- | As 'deleteLocalRef' does.
deleteGlobalRef :: J a -> IO ()
deleteGlobalRef = deleteLocalRef
