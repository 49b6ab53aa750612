{-# LANGUAGE DataKinds #-}
{-# LANGUAGE OverloadedStrings #-}
{-# LANGUAGE QuasiQuotes #-}
{-# OPTIONS_GHC -fplugin=Language.Java.Inline.Plugin #-}
-- | Values are reflected and reified by hand.
module Main where

import Control.Monad (forM_)
import Data.Int (Int32)
import Data.Text (Text)
import qualified Data.Text as Text
import qualified Data.Text.IO as Text
import Foreign.JNI (withJVM)
import Language.Java (reflect, reify)
import Language.Java.Inline

main :: IO ()
main = withJVM ["-Xmx64m"] $ do
  greeting <- reflect ("Good morning" :: Text)
  parts <- [java| {
    System.out.println($greeting);
    return $greeting.split(" ");
    } |]
  texts <- reify parts
  Text.putStrLn (Text.intercalate ", " texts)
  forM_ [1 .. 3 :: Int32] $ \times -> do
    repeated <- [java| $greeting.repeat($times).length() |]
    print (repeated :: Int32)
