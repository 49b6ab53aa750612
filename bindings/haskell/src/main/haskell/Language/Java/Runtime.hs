{-# LANGUAGE DataKinds, PatternSynonyms, ScopedTypeVariables #-}

-- | The virtual machine, and calls of it.
module Language.Java.Runtime
  ( startJVM, stopJVM
  , Quotes, Mode (..), callQuote, prepareQuote, done, thrown, deep, refused, callService, waitingService
  , service, Service (..)
  , JVMException (JVMException, jvmException, jvmDescription)
  , newJ, takeJ, anotherJ, deleteLocalRef, releaseReferences, countReferences
  , frameArguments, withFrame, withValue, valueRoom, copyArray
  ) where

import Control.Concurrent (yield)
import Control.Concurrent.MVar (MVar, newEmptyMVar, takeMVar)
import Control.Exception
  (AsyncException (..), Exception (..), SomeException, catch, finally, mask_, throwIO, uninterruptibleMask_)
import Control.Monad (unless, void, when)
import qualified Data.ByteString as ByteString
import Data.ByteString (ByteString)
import Data.IORef (IORef, atomicModifyIORef', newIORef)
import qualified Data.Text as Text
import qualified Data.Text.Foreign as Text
import Data.Word (Word16, Word32, Word64, Word8)
import Foreign.C.String (CString, peekCString)
import Foreign.C.Types (CInt (..))
import Foreign.Marshal.Alloc (alloca, allocaBytes, free)
import Foreign.Marshal.Array (withArrayLen)
import Foreign.Ptr (Ptr, castPtr, nullPtr, plusPtr, ptrToWordPtr)
import Foreign.Storable (peek, peekByteOff, peekElemOff, poke, pokeByteOff, pokeElemOff)
import GHC.Conc (PrimMVar, newStablePtrPrimMVar)
import Foreign.StablePtr
  (StablePtr, castPtrToStablePtr, castStablePtrToPtr, deRefStablePtr, freeStablePtr)
import Language.Java.Types
import Prelude hiding (null, take)
import System.IO.Unsafe (unsafePerformIO)

-- | The quotes of a module, which C has.
data Quotes

-- | How Java is called.
data Mode
  = Leaf     -- ^ at the price of a call of C; it must neither wait nor call Haskell
  | Waiting  -- ^ it may do anything
  deriving (Eq, Show)

type Status = Word64

foreign import ccall unsafe "yona_service" leaf :: Word64 -> Ptr Word64 -> IO Status
foreign import ccall safe "yona_service" copying :: Word64 -> Ptr Word64 -> IO Status
foreign import ccall unsafe "yona_leaf_quote" leafQuote :: Ptr Quotes -> Word64 -> Ptr Word64 -> IO Status
foreign import ccall unsafe "yona_prepare_quote" preparing :: Ptr Quotes -> Word64 -> Ptr Word64 -> IO Status
foreign import ccall safe "yona_call_quote" carryQuote :: Ptr Quotes -> Word64 -> Ptr Word64 -> IO Status
foreign import ccall unsafe "yona_submit_quote" submitQuote :: Ptr Quotes -> Word64 -> Ptr Word64 -> IO Status
foreign import ccall safe "yona_call_service" carryService :: Word64 -> Ptr Word64 -> IO Status
foreign import ccall unsafe "yona_submit_service" submitService :: Word64 -> Ptr Word64 -> IO Status
foreign import ccall unsafe "yona_returned" returned :: IO ()
foreign import ccall unsafe "yona_is_to_submit" isToSubmit :: IO CInt
foreign import ccall unsafe "yona_is_closed" isClosed :: IO CInt
foreign import ccall unsafe "yona_know" know :: Ptr Quotes -> Word64 -> IO ()
foreign import ccall unsafe "yona_count_forgotten" countForgotten :: IO Word64
foreign import ccall unsafe "yona_take_forgotten" takeForgotten :: Ptr (Ptr Word64) -> IO Word64
foreign import ccall safe "yona_start" start :: CString -> CInt -> Ptr CString -> CString -> CInt -> IO CInt
foreign import ccall safe "yona_stop" stop :: CInt -> CString -> CInt -> IO CInt

-- | Something that Java has thrown.
data JVMException = Described
  { jvmException :: JThrowable     -- ^ what was thrown
  , jvmDescription :: Text.Text    -- ^ its class, message and stack, and those of its causes
  }

-- | What was thrown.
pattern JVMException :: JThrowable -> JVMException
pattern JVMException thrown' <- Described thrown' _

{-# COMPLETE JVMException #-}

instance Show JVMException where
  show = Text.unpack . jvmDescription

instance Exception JVMException

-- ---- the virtual machine

errorRoom :: Int
errorRoom = 4096

orFail :: String -> (CString -> CInt -> IO CInt) -> IO ()
orFail doing act = allocaBytes errorRoom $ \text -> do
  status <- act text (fromIntegral errorRoom)
  when (status /= 0) $ do
    message <- peekCString text
    ioError (userError (doing ++ ": " ++ message))

started :: IORef Bool
started = unsafePerformIO (newIORef False)
{-# NOINLINE started #-}

-- | Makes the virtual machine of a library, with options. Once in a process.
startJVM :: FilePath -> [ByteString] -> IO ()
startJVM library options = do
  again <- atomicModifyIORef' started (\before -> (True, before))
  when again $ ioError (userError "the JVM has been started before: a process can do that once")
  ByteString.useAsCString (ByteString.pack (map (fromIntegral . fromEnum) library)) $ \path ->
    withAll options $ \texts ->
      withArrayLen texts $ \count array ->
        orFail "the JVM does not start" (start path (fromIntegral count) array)
  where
    withAll [] use = use []
    withAll (o : os) use = ByteString.useAsCString o $ \text -> withAll os (use . (text :))

-- | Cancels what is under way in the virtual machine, and ends it; wholly, if that is wanted: then it
-- waits for Java's threads.
stopJVM :: Bool -> IO ()
stopJVM wholly = orFail "the JVM does not stop" (stop (if wholly then 1 else 0))

-- ---- calls

-- | The words of a frame before the arguments: two for the result, one for a call that goes on, and one
-- that tells its end.
frameArguments :: Int
frameArguments = 4

-- | A frame for a number of arguments, and with room for a result that is to be a value.
withFrame :: Int -> Int -> (Ptr Word64 -> IO r) -> IO r
withFrame room arguments use = allocaBytes (before + room) $ \frame -> do
  poke frame (if room == 0 then 0 else address frame + fromIntegral before)
  pokeElemOff frame 1 (fromIntegral room)
  pokeElemOff frame 3 0
  use frame
  where before = 8 * (frameArguments + arguments)
{-# INLINE withFrame #-}

-- | Room for values that are not large.
valueRoom :: Int
valueRoom = 128

-- | Reads the value in a frame, and frees its memory.
withValue :: Ptr Word64 -> (Ptr Word8 -> IO r) -> IO r
withValue frame use = do
  place <- peek frame
  separate <- peekElemOff frame 1
  let at = nullPtr `plusPtr` fromIntegral place
  use at `finally` when (separate /= 0) (free at)

done, thrown, pending, unknown, deep, lost :: Status
done = 0
thrown = 1
pending = 2
unknown = 3
deep = 5
lost = 6

-- | Calls a quote, whose frame has been filled, and takes the result. Raises what it throws. No
-- exception of another thread comes between, so that what Java has given is not lost.
callQuote :: Mode -> Ptr Quotes -> Word64 -> Ptr Word64 -> IO r -> IO r
callQuote mode quotes index frame take = mask_ call
  where
    call = case mode of
      Leaf -> leafQuote quotes index frame >>= leafEnded
      Waiting -> do
        known <- begin (carryQuote quotes index frame) (submitQuote quotes index frame)
          >>= ended frame (void take)
        if known then take else again
    leafEnded status
      | status == done = take
      | status == unknown = again
      | otherwise = refused status frame
    again = define quotes >> call
{-# INLINE callQuote #-}

-- | Begins a call that may wait, on this thread or on one of Java.
begin :: IO Status -> IO Status -> IO Status
begin carry submit = do
  submits <- isToSubmit
  if submits /= 0 then submit else carry <* returned
{-# INLINE begin #-}

-- | Waits for the end of a call that may wait; gives whether Java knew what to call. The action frees
-- the result of one that has been cancelled.
ended :: Ptr Word64 -> IO () -> Status -> IO Bool
ended frame discard status
  | status == done = pure True
  | status == pending = True <$ (peekElemOff frame 2 >>= await frame discard)
  | status == unknown = pure False
  | otherwise = refused status frame

-- | Lets the call of Java whose number is the third word of the frame run a quote behind this
-- stretch of Haskell. Java takes the arguments now.
prepareQuote :: Ptr Quotes -> Word64 -> Ptr Word64 -> IO ()
prepareQuote quotes index frame = do
  status <- preparing quotes index frame
  if status == unknown
    then define quotes >> prepareQuote quotes index frame
    else when (status /= done) $ refused status frame

-- | Asks for something that may wait, with a frame that has been filled, and takes the result as
-- 'callQuote' does.
waitingService :: Service -> Ptr Word64 -> IO r -> IO r
waitingService wanted frame take = mask_ $ do
  _ <- begin (carryService asked frame) (submitService asked frame) >>= ended frame (void take)
  take
  where asked = fromIntegral (fromEnum wanted)

-- | Raises what a call has ended with. What the end of the virtual machine has cancelled is killed, as
-- threads are behind the end of @main@.
refused :: Status -> Ptr Word64 -> IO a
refused status frame
  | status == thrown = do
      exception <- peek frame >>= takeJ
      closed <- isClosed
      when (closed /= 0) $ deleteLocalRef exception >> throwIO ThreadKilled
      own <- withWord exception $ \it -> service HaskellError [it]
      when (own /= 0) $ do
        raised <- deRefStablePtr (castPtrToStablePtr (nullPtr `plusPtr` fromIntegral own))
        deleteLocalRef exception
        throwIO (raised :: SomeException)
      description <- describe exception
      throwIO (Described exception description)
  | status == deep = throwIO StackOverflow
  | status == lost = ioError (userError "Java has no memory left to tell what was thrown")
  | otherwise = ioError (userError "there is no JVM: the call is not within withJVM")

-- | Waits for a call that goes on. Who is interrupted cancels it, and waits for its end.
await :: Ptr Word64 -> IO () -> Word64 -> IO ()
await frame discard number = do
  soon <- endsSoon frame
  unless soon $ do
    end <- newEmptyMVar :: IO (MVar ())
    wake <- newStablePtrPrimMVar end
    waits <- service Await [word number, address (castStablePtrToPtr (wake :: StablePtr PrimMVar))]
    if waits == 0
      then freeStablePtr wake
      else takeMVar end `catch` \interruption -> do
        _ <- service Cancel [word number]
        uninterruptibleMask_ (takeMVar end)
        status <- service End [word number]
        if status == thrown then peek frame >>= takeJ >>= deleteThrown else discard `catch` \(_ :: SomeException) -> pure ()
        throwIO (interruption :: SomeException)
  status <- service End [word number]
  when (status /= done) $ refused status frame
  where
    deleteThrown it = deleteLocalRef (it :: JThrowable)

-- | Looks for a while whether a call has ended, and lets other threads run meanwhile: that is less
-- than to sleep and be woken.
endsSoon :: Ptr Word64 -> IO Bool
endsSoon frame = do
  others <- atomicModifyIORef' looking (\n -> (n + 1, n))
  soon <- look (if others < 2 then 200 else 20)
  atomicModifyIORef' looking (\n -> (n - 1, ()))
  pure soon
  where
    look :: Int -> IO Bool
    look 0 = pure False
    look n = do
      over <- hasEnded frame
      if over /= 0 then pure True else yield >> look (n - 1)

foreign import ccall unsafe "yona_has_ended" hasEnded :: Ptr Word64 -> IO CInt

-- | How many threads look for the end of a call.
looking :: IORef Int
looking = unsafePerformIO (newIORef 0)
{-# NOINLINE looking #-}

-- | Has the class of quotes defined.
define :: Ptr Quotes -> IO ()
define quotes = do
  bytes <- peekByteOff quotes 0 :: IO (Ptr Word8)
  length' <- peekByteOff quotes 8 :: IO Word64
  allocaBytes 18 $ \value -> do
    pokeByteOff value 0 (11 :: Word8)
    pokeByteOff value 1 (3 :: Word8)
    pokeByteOff value 2 (address bytes)
    pokeByteOff value 10 length'
    number <- service Define [address value]
    know quotes number

-- ---- what the library itself is asked

-- | See @yona.haskell.Services@.
data Service
  = Define | Await | End | Cancel | Free | Count | Describe | Value | Reference
  | Complete | Fail | Rethrow | HaskellError | Member | Copy | Rows
  deriving Enum

-- | Asks, and leaves the result in the frame.
callService :: Service -> Ptr Word64 -> IO ()
callService wanted frame = do
  status <- leaf (fromIntegral (fromEnum wanted)) frame
  when (status /= done) $ refused status frame

service :: Service -> [Word64] -> IO Word64
service wanted arguments = withFrame 0 (length arguments) $ \frame -> do
  sequence_ [pokeElemOff frame (frameArguments + i) a | (i, a) <- zip [0 ..] arguments]
  callService wanted frame
  peek frame

-- | Has an array of primitives copied, and its reference freed. That may take a while.
copyArray :: Ptr a -> Word64 -> IO ()
copyArray to number = withFrame 0 2 $ \frame -> do
  pokeElemOff frame frameArguments number
  pokeElemOff frame (frameArguments + 1) (address to)
  status <- copying (fromIntegral (fromEnum Copy)) frame
  when (status /= done) $ refused status frame

address :: Ptr a -> Word64
address = fromIntegral . ptrToWordPtr

describe :: JThrowable -> IO Text.Text
describe exception = withWord exception $ \it ->
  withFrame valueRoom 1 $ \frame -> do
    pokeElemOff frame frameArguments it
    status <- leaf (fromIntegral (fromEnum Describe)) frame
    when (status == thrown) $ peek frame >>= takeJ >>= \other -> deleteLocalRef (other :: JThrowable)
    if status /= done
      then pure (Text.pack "what was thrown cannot be shown")
      else withValue frame $ \text -> do
        size <- peekByteOff text 1 :: IO Word32
        Text.fromPtr (castPtr (text `plusPtr` 5) :: Ptr Word16) (fromIntegral size)

-- ---- references

-- | Takes a reference that Java has given, into the scope that the thread is in.
newJ :: Word64 -> IO (J a)
newJ number = takeJ number >>= inFrame

-- | Takes a reference that Java has given. Those that Haskell has no longer are released meanwhile.
takeJ :: Word64 -> IO (J a)
takeJ number = do
  count <- countForgotten
  when (count > 0) releaseReferences
  ownJ number

-- | Lets the object go now, and not when Haskell's garbage collector finds the reference. It must
-- not be used again.
deleteLocalRef :: J a -> IO ()
deleteLocalRef j = forgetJ j >> releaseReferences

-- | Has Java refer to an object once more.
anotherJ :: J a -> IO Word64
anotherJ j = withWord j $ \it -> service Reference [it]

-- | Tells Java which references Haskell has no longer.
releaseReferences :: IO ()
releaseReferences = alloca $ \place -> do
  count <- takeForgotten place
  when (count > 0) $ do
    numbers <- peek place
    _ <- service Free [address numbers, count]
    free numbers

-- | How many objects of Java Haskell refers to, as far as Java knows.
countReferences :: IO Int
countReferences = fromIntegral <$> service Count []
