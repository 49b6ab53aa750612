{-# LANGUAGE TemplateHaskell #-}

-- | Where the JDK and the classes of this library are.
module Language.Java.Installation (javaHome, jvmLibrary, classPath) where

import Control.Monad (filterM)
import Data.List (isSuffixOf, sort)
import Language.Haskell.TH (Exp (LitE), Lit (StringL), runIO)
import Paths_yona_java (getDataFileName)
import System.Directory (doesDirectoryExist, doesFileExist, getCurrentDirectory, listDirectory)
import System.Environment (lookupEnv)
import System.FilePath ((</>))

-- | The folder of a JDK of version 25 or later: that of @JAVA_HOME@, or one of @/usr/lib/jvm@.
javaHome :: IO FilePath
javaHome = do
  named <- maybe [] pure <$> lookupEnv "JAVA_HOME"
  isFolder <- doesDirectoryExist folder
  others <- if isFolder then map (folder </>) . reverse . sort <$> listDirectory folder else pure []
  fitting <- filterM fits (named ++ others)
  case fitting of
    first : _ -> pure first
    [] -> ioError (userError "no JDK of version 25 or later: JAVA_HOME is to name its folder")
  where
    folder = "/usr/lib/jvm"
    fits home = do
      let file = home </> "release"
      exists <- doesFileExist file
      if not exists then pure False else do
        release <- readFile file
        pure (any isNewEnough (lines release))
    isNewEnough line = case break (== '"') line of
      ("JAVA_VERSION=", '"' : version) -> case reads version :: [(Int, String)] of
        [(number, _)] -> number >= 25
        _ -> case span (`elem` ['0' .. '9']) version of
          (digits@(_ : _), _) -> (read digits :: Int) >= 25
          _ -> False
      _ -> False

-- | The library of its virtual machine.
jvmLibrary :: IO FilePath
jvmLibrary = (\home -> home </> "lib" </> "server" </> "libjvm.so") <$> javaHome

-- | The folder where Maven leaves the jars, if the package has been built in its own.
besideSources :: FilePath
besideSources = $(LitE . StringL . (</> "target" </> "jars") <$> runIO getCurrentDirectory)

-- | The classes of this library, and those of @CLASSPATH@. The library's are in the folder or the class
-- path of @YONA_HASKELL_JARS@, or else where they have been installed with the package.
classPath :: IO [FilePath]
classPath = do
  named <- lookupEnv "YONA_HASKELL_JARS"
  own <- maybe installed classes named
  others <- maybe [] split <$> lookupEnv "CLASSPATH"
  pure (own ++ others)
  where
    installed = do
      withPackage <- getDataFileName "jars"
      found <- mapM jars [besideSources, withPackage]
      case filter (not . null) found of
        first : _ -> pure first
        [] -> ioError (userError "no jars of yona-java: YONA_HASKELL_JARS is to name their folder")
    classes place = do
      found <- jars place
      pure (if null found then split place else found)
    jars folder = do
      isFolder <- doesDirectoryExist folder
      if isFolder then map (folder </>) . filter (".jar" `isSuffixOf`) <$> listDirectory folder else pure []
    split text = case break (== ':') text of
      (first, ':' : rest) -> first : split rest
      (first, _) -> [first | first /= ""]
