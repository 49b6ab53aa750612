{-# LANGUAGE DeriveDataTypeable #-}

-- | Imports of Java, as they are left for the plugin.
module Language.Java.Inline.Imports (Import (..)) where

import Data.Data (Data)

-- | An annotation of a module.
newtype Import = Import String deriving (Data, Eq, Show)
