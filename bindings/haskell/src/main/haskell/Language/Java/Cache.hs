-- | The ahead-of-time cache of a program.
module Language.Java.Cache (Cache (..), findCache) where

import Control.Monad (filterM, unless, when)
import Data.ByteString (ByteString)
import qualified Data.ByteString.Char8 as Bytes
import System.Directory
  (doesDirectoryExist, doesFileExist, getFileSize, getModificationTime, renameFile)
import System.Environment (getExecutablePath, lookupEnv)
import System.FilePath (takeFileName)
import System.IO (IOMode (..), SeekMode (..), hFileSize, hSeek, withBinaryFile)
import System.Process (getCurrentPid)

-- | What is done with it.
data Cache
  = Used [ByteString]          -- ^ perhaps, by options for the virtual machine
  | Made [ByteString] (IO ())  -- ^ by options, and by what is done behind the machine's end

-- | The file beside the program, which has its name and @.aot@ behind that: what is there is used,
-- and with @YONA_JAVA_TRAINING@ in the environment it is made. Options that name another win. Takes
-- the class path and the options of the program.
findCache :: [FilePath] -> [ByteString] -> IO Cache
findCache path options = do
  file <- (++ ".aot") <$> getExecutablePath
  training <- maybe False (/= "") <$> lookupEnv "YONA_JAVA_TRAINING"
  exists <- doesFileExist file
  if any isOfCache options then pure (Used [])
    else if training then making file
    else if not exists then pure (Used [])
    else (\fits -> Used (if fits then using file else [])) <$> (seal path >>= isSealed file)
  where
    isOfCache option = any ((`Bytes.isPrefixOf` option) . Bytes.pack)
      ["-XX:AOT", "-XX:SharedArchiveFile", "-XX:ArchiveClassesAtExit", "-Xshare"]
    -- A file that does not fit is passed over, without a word; one that is damaged, by its checksum.
    using file = map Bytes.pack ["-XX:AOTCache=" ++ file, "-XX:+VerifySharedSpaces", "-Xlog:aot=off"]
    making file = do
      folders <- filterM doesDirectoryExist path
      unless (null folders) $ ioError (userError
        ("a cache needs a class path of jars, it has the folder " ++ head folders))
      process <- getCurrentPid
      let new = file ++ "." ++ show process
          finish = do
            made <- doesFileExist new
            when made $ do
              seal path >>= Bytes.appendFile new
              renameFile new file
      pure (Made [Bytes.pack ("-XX:AOTCacheOutput=" ++ new)] finish)

-- | What stands at the end of a cache: the jars that it was made of, which the virtual machine does not
-- look at again.
seal :: [FilePath] -> IO ByteString
seal path = do
  jars <- filterM doesFileExist path >>= mapM jar
  pure (Bytes.pack (unlines (("jars: " ++ show (length jars)) : jars)))
  where
    jar file = do
      size <- getFileSize file
      time <- getModificationTime file
      pure (unwords [takeFileName file, show size, show time])

isSealed :: FilePath -> ByteString -> IO Bool
isSealed file expected = withBinaryFile file ReadMode $ \handle -> do
  size <- hFileSize handle
  hSeek handle AbsoluteSeek (max 0 (size - fromIntegral (Bytes.length expected)))
  (== expected) <$> Bytes.hGet handle (Bytes.length expected)
