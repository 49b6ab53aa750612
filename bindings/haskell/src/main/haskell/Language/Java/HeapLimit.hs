{-# LANGUAGE MagicHash, UnliftedFFITypes #-}

-- | What becomes of a process of Java whose library of Haskell needs more memory than the option @-M@
-- allows.
module Language.Java.HeapLimit () where

import Control.Concurrent (ThreadId, forkIO, mkWeakThreadId, threadDelay)
import Control.Exception (AsyncException, catch)
import Control.Monad (forever)
import Foreign.C.Types (CInt (..))
import GHC.Conc (reportHeapOverflow)
import GHC.Exts (Weak#)
import GHC.Weak (Weak (..))

-- | The run-time system tells the main thread, which a library does not have: without one it ends with
-- an internal error. Ours says what is wrong, and ends the process, as a program of Haskell does.
watchHeap :: IO ()
watchHeap = do
  watcher <- forkIO (forever (threadDelay maxBound) `catch` over)
  Weak weak <- mkWeakThreadId watcher
  setMainThread weak
  where
    over :: AsyncException -> IO ()
    over _ = reportHeapOverflow >> end 251

foreign import ccall unsafe "rts_setMainThread" setMainThread :: Weak# ThreadId -> IO ()

-- | Without what has been registered for the end: Java's threads still run.
foreign import ccall unsafe "_exit" end :: CInt -> IO ()

foreign export ccall "yona_watch_heap" watchHeap :: IO ()
