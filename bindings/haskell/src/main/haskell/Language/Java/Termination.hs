-- | Signals that ask a program to end.
module Language.Java.Termination (endedBySignals) where

import Control.Concurrent (forkIO, killThread, mkWeakThreadId, myThreadId, throwTo)
import Control.Concurrent.MVar (newEmptyMVar, readMVar, takeMVar, tryPutMVar, tryTakeMVar)
import Control.Exception
  (Exception (..), asyncExceptionFromException, asyncExceptionToException, bracket, catch, throwIO)
import Control.Monad (filterM, forM_, forever, void)
import Data.IORef (newIORef, readIORef, writeIORef)
import Foreign.C.Types (CInt (..))
import System.Exit (ExitCode (..))
import System.Mem.Weak (deRefWeak)
import System.Posix.Signals
  (Handler (..), Signal, installHandler, raiseSignal, softwareTermination, lostConnection)

-- | The program has been asked to end.
newtype Terminated = Terminated Signal

instance Show Terminated where
  show (Terminated signal) = "the program is ended by the signal " ++ show signal

instance Exception Terminated where
  toException = asyncExceptionToException
  fromException = asyncExceptionFromException

foreign import ccall unsafe "yona_signal_is_default" isDefault :: Signal -> IO CInt

-- | Does something which SIGTERM and SIGHUP interrupt as Ctrl-C does. Then it raises the 'ExitCode'
-- that ends the program by the signal. The same signal once more ends the program at once. A signal
-- that is ignored, or that the program handles, stays as it is.
endedBySignals :: IO a -> IO a
endedBySignals act =
  bracket begin id (const act) `catch` \(Terminated signal) ->
    throwIO (ExitFailure (negate (fromIntegral signal)))
  where
    begin = do
      -- Who waits for what never comes is told so, in spite of the reference here.
      caller <- myThreadId >>= mkWeakThreadId
      over <- newIORef False
      asked <- newEmptyMVar
      interrupter <- forkIO . forever $ do
        signal <- readMVar asked
        deRefWeak caller >>= mapM_ (`throwTo` Terminated signal)
        takeMVar asked
      ours <- filterM (fmap (/= 0) . isDefault) [softwareTermination, lostConnection]
      forM_ ours $ \signal -> installHandler signal (CatchOnce (handle over asked signal)) Nothing
      -- The handlers stay: the program may have replaced them meanwhile.
      pure $ do
        writeIORef over True
        killThread interrupter
        tryTakeMVar asked >>= mapM_ (throwIO . Terminated)
    handle over asked signal = do
      isOver <- readIORef over
      if isOver
        then raiseSignal signal
        else void (tryPutMVar asked signal)
