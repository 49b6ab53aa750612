-- | What all tests use.
module Checks (is, settled, collectGarbage) where

import Control.Concurrent
import Control.Monad
import Language.Java
import System.Mem

is :: (Eq a, Show a) => a -> a -> IO ()
is found expected =
  unless (found == expected) $ fail ("expected " ++ show expected ++ ", found " ++ show found)

-- | How many references there are when those that are garbage have been freed.
settled :: IO Int
settled = collectGarbage >> releaseReferences >> countReferences

-- | What the first collection finds is finalized before the second one begins.
collectGarbage :: IO ()
collectGarbage = performMajorGC >> yield >> performMajorGC
