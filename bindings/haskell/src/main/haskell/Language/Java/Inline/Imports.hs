{-# LANGUAGE DeriveDataTypeable #-}

-- | Imports of Java, as they are left for the plugin.
module Language.Java.Inline.Imports (Import (..)) where

import Data.Data (Data)

-- | An annotation of a module: the line where it stands, and its text.
data Import = Import Int String deriving (Data, Eq, Show)
