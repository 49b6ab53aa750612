-- | What programs for inline-java take from here.
module Foreign.JNI (JVMException (..), runInAttachedThread) where

import Language.Java.Runtime (JVMException (..))

-- | Runs an action. All threads can call Java.
runInAttachedThread :: IO a -> IO a
runInAttachedThread action = action
