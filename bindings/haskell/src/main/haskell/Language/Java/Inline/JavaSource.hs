-- | The class of Java that is made of the quotes of a module.
module Language.Java.Inline.JavaSource (Quote (..), className, javaSource) where

import Data.ByteString (ByteString)
import Data.Char (isAlphaNum, isSpace)
import Data.List (dropWhileEnd, intercalate)
import qualified Data.Text as Text
import qualified Data.Text.Encoding as Text
import Data.Text.Encoding.Error (lenientDecode)

-- | A quote with the types in Java of what it captures and gives.
data Quote = Quote
  { quoteLine :: Int
  , quoteText :: ByteString
  , quoteFile :: ByteString
  , quoteArguments :: [(String, String)]
  , quoteResult :: String
  , quoteWaits :: Bool
  }

-- | The class for a module.
className :: String -> String
className name = "Quotes_" ++ map (\c -> if isAlphaNum c && c < '\x80' then c else '_') name

-- | The text, a line each, with the lines of Haskell where its author has written that, if it is not
-- made by this module alone. Imports have such lines, too.
javaSource :: [(Int, String)] -> String -> [Quote] -> [(Maybe Int, String)]
javaSource imported name quotes =
  [ (Just line, "import " ++ each ++ ";") | (line, each) <- imported ]
    ++ [(Nothing, "public final class " ++ className name ++ " extends yona.haskell.Quotes {")]
    ++ concat (zipWith method [0 :: Int ..] quotes)
    ++ [ (Nothing, "  @Override @SuppressWarnings(\"unchecked\")")
       , (Nothing, "  protected void run(int $index, yona.haskell.Frame $frame) throws Throwable {")
       , (Nothing, "    switch ($index) {") ]
    ++ zipWith dispatch [0 :: Int ..] quotes
    ++ [ (Nothing, "      default -> throw new IllegalStateException();")
       , (Nothing, "    }"), (Nothing, "  }") ]
    ++ tasks (filter (quoteWaits . snd) (zip [0 ..] quotes))
    ++ [(Nothing, "}")]

method :: Int -> Quote -> [(Maybe Int, String)]
method index quote =
  [(Just (quoteLine quote), "  private static " ++ quoteResult quote ++ " $" ++ show index ++ "("
    ++ intercalate ", " ["final " ++ t ++ " $" ++ n | (n, t) <- quoteArguments quote]
    ++ ") throws Throwable {")]
    ++ zip (map Just ([quoteLine quote .. end] ++ repeat end)) (body (lines code) ++ ["  }"])
  where
    code = Text.unpack (Text.decodeUtf8With lenientDecode (quoteText quote))
    end = quoteLine quote + length (filter (== '\n') code)
    trimmed = dropWhileEnd isSpace (dropWhile isSpace code)
    -- Of nothing javac says that it misses a return.
    isBlock = take 1 trimmed `elem` ["{", ""]
    isVoid = quoteResult quote == "void"
    body [] = body [""]
    body (first : rest)
      | isBlock = first : rest
      | isVoid = first : rest ++ [";"]
      | otherwise = ("return (" ++ first) : rest ++ [");"]

-- | Takes the arguments of those that may wait now, and runs them later.
tasks :: [(Int, Quote)] -> [(Maybe Int, String)]
tasks [] = []
tasks waiting =
  [ (Nothing, "  @Override @SuppressWarnings(\"unchecked\")")
  , (Nothing, "  protected yona.haskell.Quotes.Task task(int $index, yona.haskell.Frame $frame) {")
  , (Nothing, "    switch ($index) {") ]
    ++ [ (Nothing, concat
           [ "      case ", show index, " -> { "
           , concat [ "var $" ++ show at ++ " = " ++ argument at each ++ "; " | (at, each) <- numbered quote ]
           , "return $result -> "
           , call "$result" index quote [ "$" ++ show at | (at, _) <- numbered quote ], "; }" ])
       | (index, quote) <- waiting ]
    ++ [ (Nothing, "      default -> throw new IllegalStateException();")
       , (Nothing, "    }"), (Nothing, "  }") ]

dispatch :: Int -> Quote -> (Maybe Int, String)
dispatch index quote = (Nothing, "      case " ++ show index ++ " -> " ++ ran ++ ";")
  where ran = call "$frame" index quote (map (uncurry argument) (numbered quote))

numbered :: Quote -> [(Int, (String, String))]
numbered = zip [0 ..] . quoteArguments

-- | Calls a quote with arguments, and puts what it gives into a frame.
call :: String -> Int -> Quote -> [String] -> String
call frame index quote arguments
  | quoteResult quote == "void" = plain
  | otherwise = frame ++ ".put(" ++ result ++ ")"
  where
    result
      | quoteResult quote `elem` primitives = widened (quoteResult quote) ++ plain
      | otherwise = "(Object) " ++ plain
    widened "boolean" = ""
    widened "float" = ""
    widened "double" = ""
    widened _ = "(long) "
    plain = "$" ++ show index ++ "(" ++ intercalate ", " arguments ++ ")"

argument :: Int -> (String, String) -> String
argument at (_, t)
  | t `elem` primitives = "$frame.get" ++ capital t ++ "(" ++ show at ++ ")"
  | otherwise = "(" ++ t ++ ") $frame.getObject(" ++ show at ++ ")"
  where
    capital name = case name of
      "boolean" -> "Boolean"
      "byte" -> "Byte"
      "short" -> "Short"
      "int" -> "Int"
      "long" -> "Long"
      "char" -> "Char"
      "float" -> "Float"
      _ -> "Double"

primitives :: [String]
primitives = ["boolean", "byte", "short", "int", "long", "char", "float", "double"]
