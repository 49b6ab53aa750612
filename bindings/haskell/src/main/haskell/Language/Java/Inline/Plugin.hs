{-# LANGUAGE TemplateHaskellQuotes #-}

-- | Gives quotes of Java the types of what they capture and of what they give, has javac compile
-- them, and puts the classes into the module. 'Language.Java.Inline.java' adds this by itself.
module Language.Java.Inline.Plugin (plugin) where

import Control.Monad.Trans.Class (lift)
import Control.Monad.Trans.State.Strict (StateT, get, put, runStateT)
import qualified Data.ByteString.Char8 as Bytes
import GHC.Core.FamInstEnv (FamInstEnvs, normaliseType)
import GHC.Core.TyCo.Rep (TyLit (..), Type (LitTy))
import GHC.Plugins hiding ((<>))
import GHC.SysTools.FileCleanup (TempFileLifetime (..), newTempName)
import GHC.Utils.Encoding (zEncodeString)
import GHC.Utils.Error (mkPlainErrMsg)
import GHC.Data.Bag (listToBag)
import Control.Exception (throwIO)
import Data.Maybe (fromMaybe)
import GHC.Utils.Panic (GhcException (ProgramError), throwGhcExceptionIO)
import qualified Language.Haskell.TH as TH
import Language.Java.Inline.Imports (Import (..))
import Language.Java.Inline.Javac (Problem (..), classes, cSource)
import Language.Java.Inline.JavaSource (Quote (..))
import Language.Java.Inline.Quote (JavaType, runLeaf, runWaiting, unpluggedLeaf, unpluggedWaiting)
import Language.Java.Types (JType (..))

-- | It takes no options, and may be named by @-fplugin@, too.
plugin :: Plugin
plugin = defaultPlugin
  { installCoreToDos = \_ todos -> pure (CoreDoPluginPass "quotes of Java" compileQuotes : todos)
  , pluginRecompile = purePlugin
  }

-- | What the plugin knows by name.
data Known = Known
  { markers :: [(Id, (Id, Bool))]
  , javaType :: TyCon
  , constructors :: [(DataCon, String)]
  , families :: FamInstEnvs
  , symbol :: FastString
  }

compileQuotes :: ModGuts -> CoreM ModGuts
compileQuotes guts = do
  known <- knownNames guts
  (binds, found) <- runStateT (mapM (inBind known) (mg_binds guts)) []
  if null found then pure guts else do
    dflags <- getDynFlags
    (annotations, _) <- getAnnotations deserializeWithData guts
    let name = moduleNameString (moduleName (mg_module guts))
        imported =
          [ (line, each)
          | Import line said <- fromMaybe [] (lookupModuleEnv annotations (mg_module guts))
          , each <- names (words said) ]
    made <- liftIO (classes imported name (reverse found))
    case made of
      Left problems -> failure [ (Bytes.unpack (quoteFile (head found)), line, said) | Problem line said <- problems ]
      Right files -> do
        file <- liftIO (newTempName dflags TFL_GhcSession "c")
        liftIO (writeFile file (cSource (unpackFS (symbol known)) files))
        pure guts { mg_binds = binds, mg_foreign_files = (LangC, file) : mg_foreign_files guts }
  where
    names ("static" : member : others) = ("static " ++ member) : names others
    names (each : others) = each : names others
    names [] = []

-- | Ends the compilation, with errors at lines of Haskell.
failure :: [(String, Int, String)] -> CoreM a
failure problems = do
  dflags <- getDynFlags
  liftIO . throwIO . mkSrcErr . listToBag $
    [ mkPlainErrMsg dflags (srcLocSpan (mkSrcLoc (fsLit file) line 1))
        (vcat (map text ("Java:" : lines said)))
    | (file, line, said) <- problems ]

knownNames :: ModGuts -> CoreM Known
knownNames guts = do
  rewrites <- mapM (\(from, to, waits) -> do
      marker <- named from >>= lookupId
      run <- named to >>= lookupId
      pure (marker, (run, waits)))
    [('unpluggedLeaf, 'runLeaf, False), ('unpluggedWaiting, 'runWaiting, True)]
  family <- named ''JavaType >>= lookupTyCon
  made <- mapM (\(name, sort) -> (\con -> (con, sort)) <$> (named name >>= lookupDataCon))
    [ ('Class, "class"), ('Iface, "class"), ('Prim, "class"), ('Array, "array")
    , ('Generic, "generic"), ('Void, "void") ]
  packages <- getPackageFamInstEnv
  let here = mg_module guts
      unit = zEncodeString (unitString (moduleUnit here))
      name = zEncodeString (moduleNameString (moduleName here))
  pure Known
    { markers = rewrites
    , javaType = family
    , constructors = made
    , families = (packages, mg_fam_inst_env guts)
    , symbol = fsLit ("yona_quotes_" ++ unit ++ "_" ++ name)
    }
  where
    named :: TH.Name -> CoreM Name
    named name = thNameToGhcName name >>=
      maybe (liftIO (throwGhcExceptionIO (ProgramError ("no " ++ show name)))) pure

type Collecting = StateT [Quote] CoreM

inBind :: Known -> CoreBind -> Collecting CoreBind
inBind known bind = case bind of
  NonRec b e -> NonRec b <$> inExpr known e
  Rec group -> Rec <$> mapM (\(b, e) -> (,) b <$> inExpr known e) group

inExpr :: Known -> CoreExpr -> Collecting CoreExpr
inExpr known expr
  | (Var function, arguments, _) <- collectArgsTicks (const True) expr
  , Just (run, waits) <- lookup function (markers known)
  , [Type monad, Type captured, Type given, c, d, e, Lit (LitString code), Lit (LitString names), Lit (LitString file), Lit line, variables]
      <- arguments
  , Just hsLine <- isLitValue_maybe line = do
      before <- get
      captured' <- mapM (\(n, t) -> (,) n <$> typeOf (Bytes.unpack file) hsLine t) (zip (words (Bytes.unpack names)) (pairs captured))
      given' <- typeOf (Bytes.unpack file) hsLine given
      put (Quote
        { quoteLine = fromIntegral hsLine
        , quoteText = code
        , quoteFile = file
        , quoteArguments = captured'
        , quoteResult = given'
        , quoteWaits = waits
        } : before)
      variables' <- inExpr known variables
      let index = Lit (mkLitIntUnchecked (fromIntegral (length before)))
          place = Lit (LitLabel (symbol known) Nothing IsData)
      pure (mkApps (Var run) [Type monad, Type captured, Type given, c, d, e, place, index, variables'])
  | otherwise = case expr of
      App f a -> App <$> inExpr known f <*> inExpr known a
      Lam b e -> Lam b <$> inExpr known e
      Let b e -> Let <$> inBind known b <*> inExpr known e
      Case e b t alternatives -> do
        e' <- inExpr known e
        Case e' b t <$> mapM (\(con, bs, a) -> (,,) con bs <$> inExpr known a) alternatives
      Cast e c -> (`Cast` c) <$> inExpr known e
      Tick t e -> Tick t <$> inExpr known e
      _ -> pure expr
  where
    typeOf file line given = do
      let family = mkTyConApp (javaType known) [given]
          (_, reduced) = normaliseType (families known) Nominal family
      case javaName (constructors known) (families known) reduced of
        Just name -> pure name
        Nothing -> lift $ do
          dflags <- getDynFlags
          failure [(file, fromIntegral line, "a type without variables is needed, found " ++ showPpr dflags given)]

-- | The types in pairs in pairs.
pairs :: Type -> [Type]
pairs given = case splitTyConApp_maybe given of
  Just (_, [first, rest]) -> first : pairs rest
  _ -> []

-- | What Java calls a type.
javaName :: [(DataCon, String)] -> FamInstEnvs -> Type -> Maybe String
javaName known envs given = do
  (con, arguments) <- splitTyConApp_maybe (snd (normaliseType envs Nominal given))
  made <- isPromotedDataCon_maybe con
  sort <- lookup made known
  case (sort, arguments) of
    ("class", [LitTy (StrTyLit name)]) -> Just (map (\c -> if c == '$' then '.' else c) (unpackFS name))
    ("array", [element]) -> (++ "[]") <$> javaName known envs element
    ("generic", [plain, list]) -> do
      name <- javaName known envs plain
      types <- mapM (javaName known envs) =<< promoted list
      Just (name ++ "<" ++ foldr1 (\a b -> a ++ ", " ++ b) types ++ ">")
    ("void", []) -> Just "void"
    _ -> Nothing
  where
    promoted list = do
      (con, arguments) <- splitTyConApp_maybe list
      made <- isPromotedDataCon_maybe con
      case (occNameString (getOccName made), arguments) of
        ("[]", _) -> Just []
        (":", [_, first, rest]) -> (first :) <$> promoted rest
        _ -> Nothing
