{-# LANGUAGE OverloadedStrings #-}

-- | The handlers of the library, in the way of inline-java: each step is a safe call of the Java
-- Native Interface, with a look for an exception behind it.
module Handlers () where

import Control.Monad (when)
import Data.Aeson (Encoding, fromEncoding, pairs, (.=))
import Data.ByteString (ByteString)
import qualified Data.ByteString.Builder as Builder
import qualified Data.ByteString.Internal as ByteString (create)
import qualified Data.ByteString.Lazy as Lazy
import qualified Data.ByteString.Unsafe as ByteString
import Data.Int (Int32, Int64)
import Data.Text (Text)
import Data.Word (Word8)
import Foreign.Ptr (Ptr, castPtr, nullPtr, plusPtr, ptrToWordPtr)
import Foreign.StablePtr

type Env = Ptr ()
type Object = Ptr ()

foreign import ccall safe "new_byte_array" newByteArray :: Env -> Int32 -> IO Object
foreign import ccall safe "array_length" arrayLength :: Env -> Object -> IO Int32
foreign import ccall safe "get_bytes" getBytes :: Env -> Object -> Int32 -> Ptr Word8 -> IO ()
foreign import ccall safe "set_bytes" setBytes :: Env -> Object -> Int32 -> Ptr Word8 -> IO ()
foreign import ccall safe "start_query" startQuery :: Env -> Object -> Int64 -> IO ()
foreign import ccall unsafe "exception_occurred" exceptionOccurred :: Env -> IO Int32

checked :: Env -> IO a -> IO a
checked env act = do
  result <- act
  raised <- exceptionOccurred env
  when (raised /= 0) $ ioError (userError "Java has thrown an exception")
  pure result

fromArray :: Env -> Object -> IO ByteString
fromArray env array = do
  size <- checked env (arrayLength env array)
  ByteString.create (fromIntegral size) (checked env . getBytes env array size)

toArray :: Env -> ByteString -> IO Object
toArray env bytes = ByteString.unsafeUseAsCStringLen bytes $ \(place, size) -> do
  array <- checked env (newByteArray env (fromIntegral size))
  checked env (setBytes env array (fromIntegral size) (castPtr place))
  pure array

-- | Gives the content, or null when a query has been started, whose rows 'answer' gets.
handle :: Env -> Object -> Object -> Object -> IO Object
handle env _ exchange path = do
  wanted <- fromArray env path
  case wanted of
    "/plaintext" -> toArray env "Hello, World!"
    "/json" -> toArray env (json (pairs ("message" .= ("Hello, World!" :: Text))))
    "/db" -> do
      next <- newStablePtr $ \key random ->
        json (pairs ("id" .= (key :: Int64) <> "randomNumber" .= (random :: Int64)))
      checked env (startQuery env exchange (fromIntegral (ptrToWordPtr (castStablePtrToPtr next))))
      pure nullPtr
    _ -> toArray env "there is nothing here"

-- | Goes on with a row.
answer :: Env -> Object -> Int64 -> Int64 -> Int64 -> IO Object
answer env _ next key random = do
  let place = castPtrToStablePtr (nullPtr `plusPtr` fromIntegral next)
  continue <- deRefStablePtr place :: IO (Int64 -> Int64 -> ByteString)
  freeStablePtr place
  toArray env (continue key random)

json :: Encoding -> ByteString
json = Lazy.toStrict . Builder.toLazyByteString . fromEncoding

foreign export ccall "Java_yona_bench_http_JniHandlers_handle" handle
  :: Env -> Object -> Object -> Object -> IO Object
foreign export ccall "Java_yona_bench_http_JniHandlers_answer" answer
  :: Env -> Object -> Int64 -> Int64 -> Int64 -> IO Object
