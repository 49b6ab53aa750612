-- | Has javac compile the quotes of a module.
module Language.Java.Inline.Javac (Problem (..), classes, cSource) where

import Control.Exception (finally)
import Control.Monad (join)
import qualified Data.ByteString as ByteString
import Data.ByteString (ByteString)
import qualified Data.ByteString.Builder as Builder
import qualified Data.ByteString.Lazy as Lazy
import Data.List (intercalate, isPrefixOf, isSuffixOf, sort)
import Data.Maybe (listToMaybe)
import Language.Java.Inline.JavaSource
import Language.Java.Installation
import System.Directory
  (createDirectory, getTemporaryDirectory, listDirectory, removeDirectoryRecursive, removeFile)
import System.Exit (ExitCode (..))
import System.FilePath ((</>))
import System.IO (IOMode (..), hClose, hPutStr, hSetEncoding, openTempFile, utf8, withFile)
import System.Process (readProcessWithExitCode)

-- | What javac has against a line of Haskell.
data Problem = Problem
  { problemLine :: Int
  , problemText :: String
  }

-- | The classes of the quotes: the first is the one that is named after the module.
classes :: [(Int, String)] -> String -> [Quote] -> IO (Either [Problem] [ByteString])
classes imported name quotes = inTemporaryDirectory $ \folder -> do
  let source = javaSource imported name quotes
      file = folder </> (className name ++ ".java")
      out = folder </> "classes"
  createDirectory out
  withFile file WriteMode $ \handle -> do
    hSetEncoding handle utf8
    hPutStr handle (unlines (map snd source))
  java <- javaHome
  path <- classPath
  (status, _, said) <- readProcessWithExitCode (java </> "bin" </> "javac")
    [ "-encoding", "UTF-8", "-proc:none", "-nowarn", "-XDuseUnsharedTable", "-Xlint:none", "-g:source,lines"
    , "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-Xshare:auto"
    , "-cp", intercalate ":" path, "-d", out, file ] ""
  case status of
    ExitSuccess -> do
      files <- sort . filter (".class" `isSuffixOf`) <$> listDirectory out
      let own = className name ++ ".class"
      Right <$> mapM (ByteString.readFile . (out </>)) (own : filter (/= own) files)
    ExitFailure _ -> pure (Left (problems file (map fst source) (lines said)))

inTemporaryDirectory :: (FilePath -> IO a) -> IO a
inTemporaryDirectory use = do
  parent <- getTemporaryDirectory
  (folder, handle) <- openTempFile parent "yona-java"
  hClose handle
  removeFile folder
  createDirectory folder
  use folder `finally` removeDirectoryRecursive folder

-- | What lies in lines of Haskell; what lies elsewhere follows from that, or is all there is.
problems :: FilePath -> [Maybe Int] -> [String] -> [Problem]
problems file origins said = case [Problem line text | (Just line, text) <- found] of
  [] -> [Problem 1 (unlines said)]
  written -> written
  where
    found = starting (filter (not . ("Note: " `isPrefixOf`)) said)
    starting [] = []
    starting (line : rest) = case place line of
      Just (at, message) ->
        let (more, next) = break (\l -> maybe False (const True) (place l) || isSummary l) rest
        in (haskellLine at, intercalate "\n" (message : more)) : starting next
      Nothing -> starting rest
    isSummary l = any (`isSuffixOf` l) [" error", " errors"] && all (`elem` ['0' .. '9']) (takeWhile (/= ' ') l)
    place line
      | (file ++ ":") `isPrefixOf` line
      , (digits, ':' : ' ' : message) <- span (`elem` ['0' .. '9']) (drop (length file + 1) line)
      , not (null digits) = Just (read digits :: Int, withoutError message)
      | otherwise = Nothing
    withoutError message = if "error: " `isPrefixOf` message then drop 7 message else message
    haskellLine at = join (listToMaybe (drop (at - 1) origins))

-- | A file of C that has classes: how many there are, and of each how long it is, and its bytes.
cSource :: String -> [ByteString] -> String
cSource symbol files = concat
  [ "#include <stdint.h>\n"
  , "static const uint8_t classes[] = {", intercalate "," (map show (ByteString.unpack packed)), "};\n"
  , "struct { const uint8_t *classes; uint64_t length; uint64_t number; } ", symbol
  , " = {classes, ", show (ByteString.length packed), ", 0};\n" ]
  where
    packed = Lazy.toStrict . Builder.toLazyByteString $
      Builder.int32BE (fromIntegral (length files)) <> mconcat
        [ Builder.int32BE (fromIntegral (ByteString.length each)) <> Builder.byteString each | each <- files ]
