{-# LANGUAGE OverloadedStrings, QuasiQuotes, TemplateHaskell #-}

-- | A library of Java: packs files into a ZIP archive in memory, and reads it again.
module Main (main) where

import Control.Monad (forM_)
import Data.ByteString (ByteString)
import qualified Data.ByteString.Char8 as Bytes
import Data.Text (Text)
import qualified Data.Text as Text
import qualified Data.Text.IO as Text
import Language.Java
import Language.Java.Inline

imports "java.io.*"
imports "java.util.*"
imports "java.util.zip.*"
imports "yona.haskell.Tuple2"

pack :: [(Text, ByteString)] -> IO ByteString
pack files = [java| {
  var bytes = new ByteArrayOutputStream();
  try (var zip = new ZipOutputStream(bytes)) {
    for (Tuple2<String, byte[]> file : $files) {
      zip.putNextEntry(new ZipEntry(file.first()));
      zip.write(file.second());
      zip.closeEntry();
    }
  }
  return bytes.toByteArray();
} |]

unpack :: ByteString -> IO [(Text, ByteString)]
unpack archive = [java| {
  List<Tuple2<String, byte[]>> files = new ArrayList<>();
  try (var zip = new ZipInputStream(new ByteArrayInputStream($archive))) {
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      files.add(new Tuple2<>(entry.getName(), zip.readAllBytes()));
    }
  }
  return files.toArray(new Tuple2[0]);
} |]

main :: IO ()
main = withJVM [] $ do
  archive <- pack [("a.txt", "one file"), ("zeros.bin", Bytes.replicate 1000000 '\0')]
  Text.putStrLn ("smaller than 2,000 bytes: " <> Text.pack (show (Bytes.length archive < 2000)))
  files <- unpack archive
  forM_ files $ \(name, contents) ->
    Text.putStrLn (name <> ": " <> Text.pack (show (Bytes.length contents)) <> " bytes")
