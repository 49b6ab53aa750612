{-# LANGUAGE TemplateHaskellQuotes #-}

-- | Java within Haskell.
--
-- > {-# LANGUAGE QuasiQuotes #-}
-- > import Language.Java
-- > import Language.Java.Inline
-- >
-- > main :: IO ()
-- > main = withJVM [] $ do
-- >   let n = 5 :: Int32
-- >   square <- [java| $n * $n |] :: IO Int32
-- >   print square
module Language.Java.Inline (java, leaf, imports, loadJavaWrappers) where

import Control.Monad (unless)
import Data.Char (isAlphaNum, isSpace)
import Data.List (nub)
import Language.Haskell.TH
import Language.Haskell.TH.Quote (QuasiQuoter (..))
import Language.Haskell.TH.Syntax (addCorePlugin, getQ, putQ)
import Language.Java.Inline.Antiquotes
import Language.Java.Inline.Imports
import Language.Java.Inline.Quote (unpluggedLeaf, unpluggedWaiting)

-- | An expression of Java, or statements in braces. @$x@ is the variable @x@ of Haskell. The
-- expression has the type @IO r@; javac checks the text with the types of the variables and of @r@
-- when the module is compiled. It may wait, from any thread of Haskell: other threads go on.
java :: QuasiQuoter
java = quoter 'unpluggedWaiting

-- | The same at the price of a call of C. The Java must neither wait nor call Haskell, and end
-- within microseconds: all of Haskell waits for it.
leaf :: QuasiQuoter
leaf = quoter 'unpluggedLeaf

quoter :: Name -> QuasiQuoter
quoter marker = QuasiQuoter
  { quoteExp = quote marker
  , quotePat = nowhere
  , quoteType = nowhere
  , quoteDec = nowhere
  }
  where nowhere _ = fail "Java stands for an expression"

data Plugged = Plugged

-- | The plugin is needed once in a module.
plug :: Q ()
plug = do
  plugged <- getQ
  case plugged of
    Just Plugged -> pure ()
    Nothing -> do
      addCorePlugin "Language.Java.Inline.Plugin"
      putQ Plugged

quote :: Name -> String -> Q Exp
quote marker text = do
  plug
  at <- location
  let line = fst (loc_start at)
  (code, variables) <- either (fail . ("Java: " ++)) pure (antiquotes line text)
  let names = nub variables
      tuple = foldr (\name rest -> TupE [Just (VarE (mkName name)), Just rest]) (ConE '()) names
      literal = LitE . StringPrimL . map (fromIntegral . fromEnum) . encode
  pure (VarE marker `AppE` literal code `AppE` literal (unwords (map javaName names))
    `AppE` literal (loc_filename at) `AppE` LitE (IntPrimL (fromIntegral line)) `AppE` tuple)

-- | Bytes of UTF-8, as characters.
encode :: String -> String
encode = concatMap (map toEnum . bytes . fromEnum)
  where
    bytes c
      | c < 0x80 = [c]
      | c < 0x800 = [0xc0 + c `div` 0x40, continued c]
      | c < 0x10000 = [0xe0 + c `div` 0x1000, continued (c `div` 0x40), continued c]
      | otherwise =
          [0xf0 + c `div` 0x40000, continued (c `div` 0x1000), continued (c `div` 0x40), continued c]
    continued c = 0x80 + c `mod` 0x40

-- | Imports for the quotes that stand below in the module: @imports "java.util.*"@.
imports :: String -> Q [Dec]
imports text = do
  plug
  unless (all (\c -> isAlphaNum c || c `elem` "._*$" || isSpace c) text) $
    fail ("no import of Java: " ++ text)
  at <- location
  let line = LitE (IntegerL (fromIntegral (fst (loc_start at))))
  pure [PragmaD (AnnP ModuleAnnotation (ConE 'Import `AppE` line `AppE` LitE (StringL text)))]

-- | Does nothing: the first quote of a module that is run has all of them loaded.
loadJavaWrappers :: IO ()
loadJavaWrappers = pure ()
