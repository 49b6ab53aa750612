-- | The text of a quote: the variables of Haskell in it, and whether all that it opens is closed.
module Language.Java.Inline.Antiquotes (antiquotes, javaName) where

import Data.Bifunctor (first)
import Data.Char (isAlpha, isAlphaNum)
import Data.List (isPrefixOf)

-- | Of a text that begins in a line: the text as Java takes it, and the variables in it, or what is
-- wrong with it. One that is not closed would reach into what stands behind it in Java.
antiquotes :: Int -> String -> Either String (String, [String])
antiquotes line text = do
  let found = pieces line text
  closed [] found
  pure (concatMap (java . snd) found, [name | (_, Variable name) <- found])
  where
    java (Variable name) = '$' : javaName name
    java (Bracket c) = [c]
    java (Other passed) = passed
    java (Unclosed start _) = start

-- | The name of a variable in Java, which has no primes.
javaName :: String -> String
javaName = map (\c -> if c == '\'' then '$' else c)

data Piece
  = Variable String         -- ^ of Haskell
  | Bracket Char
  | Other String            -- ^ a word, a literal, a comment, or any other character
  | Unclosed String String  -- ^ a literal or a comment that begins so, and would end so

-- | The pieces of a text, with their lines.
pieces :: Int -> String -> [(Int, Piece)]
pieces line text = case text of
  [] -> []
  '/' : '/' : _ -> next Other (break (== '\n') text)
  '/' : '*' : _ -> enclosed "/*" "*/"
  '"' : '"' : '"' : _ -> enclosed "\"\"\"" "\"\"\""
  '"' : _ -> enclosed "\"" "\""
  '\'' : _ -> enclosed "'" "'"
  '$' : c : rest | begins c -> next Variable (span (\d -> isAlphaNum d || d `elem` "_'") (c : rest))
  c : rest
    | begins c -> next Other (span (\d -> isAlphaNum d || d `elem` "_$") text)
    | c `elem` "(){}[]" -> next (const (Bracket c)) ([c], rest)
    | otherwise -> next Other ([c], rest)
  where
    begins c = isAlpha c || c == '_'
    next piece (passed, rest) =
      (line, piece passed) : pieces (line + length (filter (== '\n') passed)) rest
    enclosed start end = case upTo end (drop (length start) text) of
      Just (passed, rest) -> next Other (start ++ passed, rest)
      Nothing -> [(line, Unclosed start end)]

-- | A text to an end, with that, and what follows, if it comes to that.
upTo :: String -> String -> Maybe (String, String)
upTo end text = case text of
  _ | end `isPrefixOf` text -> Just (splitAt (length end) text)
  '\\' : c : rest | c /= '\n' && end /= "*/" -> first (['\\', c] ++) <$> upTo end rest
  '\n' : _ | length end == 1 -> Nothing
  c : rest -> first (c :) <$> upTo end rest
  [] -> Nothing

-- | Whether there is an end for each bracket that is open or follows, and for all else.
closed :: [(Int, Char)] -> [(Int, Piece)] -> Either String ()
closed open found = case found of
  (line, Unclosed start end) : _ -> without end line start
  (line, Bracket c) : rest
    | c `elem` "({[" -> closed ((line, c) : open) rest
    | (_, start) : others <- open, c == endOf start -> closed others rest
    | c `notElem` map (endOf . snd) open -> without [startOf c] line [c]
    | otherwise -> unclosed
  _ : rest -> closed open rest
  [] -> unclosed
  where
    unclosed = case open of
      (line, start) : _ -> without [endOf start] line [start]
      [] -> Right ()
    without other line one = Left ("there is no " ++ other ++ " for the " ++ one ++ " in line " ++ show line)
    endOf start = case start of { '(' -> ')'; '{' -> '}'; _ -> ']' }
    startOf end = case end of { ')' -> '('; '}' -> '{'; _ -> '[' }
