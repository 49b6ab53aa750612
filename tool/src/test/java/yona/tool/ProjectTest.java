package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Projects as their users see them: {@code yona new}, {@code run} and {@code check}. */
@Tag("processes")
final class ProjectTest {
  @TempDir Path folder;

  @Test
  void aNewOneRuns() {
    assertThat(Yona.command("new", "shop").in(folder).run().output())
        .isEqualTo("made the project shop\n");
    Path shop = folder.resolve("shop");
    assertThat(Yona.command("run").in(shop).run().output()).isEqualTo("hello, world\n");
    assertThat(Yona.command("run").in(shop.resolve("src")).run().output())
        .isEqualTo("hello, world\n");
    assertThat(Yona.command("run", "--dir", "shop").in(folder).run().output())
        .isEqualTo("hello, world\n");
    assertThat(Yona.command("check").in(shop).run().output()).isEmpty();
    assertThat(Yona.command("test").in(shop).run().output())
        .isEqualTo("ok   test/Shop_test.yona, 2 passed\n2 passed, 0 failed in 1 file\n");
  }

  @Test
  void aNewWebServiceServesAndPassesItsTests() throws IOException {
    assertThat(Yona.command("new", "--web", "shop").in(folder).run().output())
        .isEqualTo("made the project shop\n");
    Path shop = folder.resolve("shop");
    assertThat(Yona.command("check").in(shop).run().output()).isEmpty();
    assertThat(Yona.command("test").in(shop).run().output())
        .isEqualTo("ok   test/Shop_test.yona, 3 passed\n3 passed, 0 failed in 1 file\n");
    Yona.Running service = Yona.command("run", "src/main.yona", "0").in(shop).start();
    String said = service.takeOutput("\n");
    assertThat(said).startsWith("http://localhost:");
    int port = Integer.parseInt(said.substring("http://localhost:".length()));
    assertThat(WebAnswer.postJson(port, "/notes", "{\"text\": \"<i>\"}").status()).isEqualTo(201);
    assertThat(WebAnswer.get(port, "/notes").body()).isEqualTo("[{\"id\": 1, \"text\": \"<i>\"}]");
    assertThat(WebAnswer.get(port, "/").body()).contains("<li>&lt;i&gt;</li>");
    Yona.Result result = service.signal("INT").end();
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isEqualTo(130);
  }

  @Test
  void aNameThatAStandardModuleHasWillDo() {
    Yona.command("new", "seq").in(folder).run().output();
    assertThat(Yona.command("run").in(folder.resolve("seq")).run().output())
        .isEqualTo("hello, world\n");
  }

  @Test
  void aNewOneOverwritesNothing() throws IOException {
    Path file = folder.resolve("shop/notes.txt");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "mine");
    assertThat(Yona.command("new", "shop").in(folder).run().failure())
        .isEqualTo("error: shop is there already, and not an empty folder\n");
    assertThat(Yona.command("new", "Shop").in(folder).run().failure())
        .startsWith("error: expected a name of small letters, digits and _ for the project");
    assertThat(Yona.command("new").in(folder).run().status()).isEqualTo(2);
    assertThat(file).hasContent("mine");
    assertThat(folder.resolve("Shop")).doesNotExist();
  }

  @Test
  void itsModulesAreFoundFromEverywhere() {
    Yona.write(folder.resolve("yona.toml"), "[modules]\nroots = [\"src\"]\n");
    Yona.write(
        folder.resolve("src/a/Twice.yona"),
        "module a\\Twice exports twice as\n  twice n = n * 2\nend\n");
    Path program = folder.resolve("programs/deep/double.yona");
    Yona.write(program, "a\\Twice::twice 21\n");
    assertThat(Yona.command("run", program.toString()).run().output()).isEqualTo("42\n");
    assertThat(
            Yona.command("-e", "a\\Twice::twice 2").in(folder.resolve("programs")).run().output())
        .isEqualTo("4\n");
  }

  @Test
  void isCheckedWholly() {
    Yona.write(folder.resolve("yona.toml"), "");
    Yona.write(folder.resolve("good.yona"), "1");
    Yona.write(folder.resolve("deep/bad.yona"), "unknown");
    Yona.write(folder.resolve(".hidden/bad.yona"), "hidden");
    Yona.write(folder.resolve("other/yona.toml"), "");
    Yona.write(folder.resolve("other/bad.yona"), "other");
    assertThat(Yona.command("check").in(folder).run().failure())
        .contains("deep/bad.yona:1:1")
        .doesNotContain("hidden")
        .doesNotContain("other");
  }

  @Test
  void withoutOneAFileIsMissing() {
    for (String command : new String[] {"run", "check"}) {
      Yona.Result result = Yona.command(command).in(folder).run();
      assertThat(result.status()).isEqualTo(2);
      assertThat(result.err())
          .contains("a FILE is missing, and there is no yona.toml here or above");
    }
  }

  @Test
  void withoutAProgramSaysSo() {
    Yona.write(folder.resolve("yona.toml"), "[project]\nname = \"shop\"\n");
    assertThat(Yona.command("run").in(folder).run().failure())
        .contains("yona.toml says no program to run: [project] main = \"src/main.yona\"");
    Yona.write(folder.resolve("yona.toml"), "[project]\nmain = \"gone.yona\"\n");
    assertThat(Yona.command("run").in(folder).run().failure()).contains("gone.yona: no such file");
  }

  @Test
  void aWrongFileIsReportedWithItsPlace() {
    Yona.write(folder.resolve("yona.toml"), "[project]\nnmae = \"shop\"\n");
    Yona.write(folder.resolve("main.yona"), "1\n");
    assertThat(Yona.command("run", "main.yona").in(folder).run().failure())
        .isEqualTo(
            """
            error: yona.toml: project.nmae is not known; there are languages, main, name, version
              --> yona.toml:2:1
               |
             2 | nmae = "shop"
               | ^
            hint: did you mean name?
            """);
  }

  @Test
  void wrongCoordinatesAreRefused() {
    Yona.write(folder.resolve("main.yona"), "1\n");
    assertThat(Yona.command("run", "--with", "guava", "main.yona").in(folder).run().failure())
        .contains(
            "expected the coordinates of a Java library, group:artifact:version, found guava");
  }

  /** A library that is published in a folder; nothing of what Yona itself is made of is seen. */
  @Test
  void programsUseJavaLibraries() throws IOException {
    publish("org.example", "twice", "1.0", "org.example.Twice");
    Yona.write(
        folder.resolve("yona.toml"),
        "[dependencies]\n\"org.example:twice\" = \"1.0\"\n[repositories]\ncentral = \""
            + folder.resolve("repository").toUri()
            + "\"\n");
    Yona.write(
        folder.resolve("main.yona"),
        """
        (org\\example\\Twice::twice 21,
         try com\\fasterxml\\jackson\\core\\JsonFactory::x catch (symbol, _, _) -> symbol end,
         try yona\\tool\\Main::main catch (symbol, _, _) -> symbol end)
        """);
    assertThat(withLocalRepository("run", "main.yona").run().out())
        .isEqualTo("(42, :nomodule, :nomodule)\n");
    assertThat(folder.resolve("yona.lock")).content().contains("jar org.example:twice:jar:1.0 ");
    assertThat(withLocalRepository("compile", "main.yona").run().status()).isZero();
    assertThat(
            Yona.process(
                    Path.of(System.getProperty("java.home"), "bin/java").toString(),
                    "-jar",
                    "main.jar")
                .in(folder)
                .run()
                .output())
        .isEqualTo("(42, :nomodule, :nomodule)\n");
  }

  @Test
  void everyCommandTakesLibraries() throws IOException {
    publish("org.example", "twice", "1.0", "org.example.Twice");
    Yona.write(
        folder.resolve("yona.toml"),
        "[repositories]\ncentral = \"" + folder.resolve("repository").toUri() + "\"\n");
    String twice = "org\\example\\Twice::twice";
    Yona.write(folder.resolve("main.yona"), twice + " 21\n");
    Yona.write(
        folder.resolve("x_test.yona"),
        "[Test::test \"twice\" (\\-> Test::assert_equal 42 (" + twice + " 21))]\n");
    String library = "org.example:twice:1.0";
    assertThat(withLocalRepository("run", "--with", library, "main.yona").run().out())
        .isEqualTo("42\n");
    assertThat(
            withLocalRepository(
                    "run", "--with", library, "-e", "(System::args, " + twice + " 2)", "a")
                .run()
                .output())
        .isEqualTo("([\"a\"], 4)\n");
    assertThat(withLocalRepository("check", "--with", library, "main.yona").run().output())
        .isEmpty();
    assertThat(withLocalRepository("check", "main.yona").run().failure()).contains("Twice");
    assertThat(withLocalRepository("test", "--with", library).run().output())
        .endsWith("1 passed, 0 failed in 1 file\n");
    assertThat(withLocalRepository("repl", "--with", library).given(twice + " 3\n").run().output())
        .isEqualTo("6\n");
  }

  @Test
  void librariesThatAreNowhereAreReported() {
    Yona.write(
        folder.resolve("yona.toml"),
        "[repositories]\ncentral = \"" + folder.resolve("repository").toUri() + "\"\n");
    Yona.write(folder.resolve("main.yona"), "1\n");
    assertThat(
            withLocalRepository("run", "--with", "org.example:nothing:1.0", "main.yona")
                .run()
                .failure())
        .contains("error: Java libraries cannot be resolved:")
        .contains("org.example:nothing:jar:1.0")
        .contains("looked for in " + folder.resolve("local"));
  }

  /** A driver for {@code jdbc:shop:}, which asks H2 in memory. */
  private static final String DRIVER =
      """
      package org.example;

      import java.sql.*;
      import java.util.Properties;
      import java.util.logging.Logger;

      public class ShopDriver implements Driver {
        @Override
        public Connection connect(String url, Properties info) throws SQLException {
          try {
            Class.forName("org.h2.Driver");
          } catch (ClassNotFoundException e) {
            throw new SQLException(e);
          }
          return acceptsURL(url) ? DriverManager.getConnection("jdbc:h2:mem:") : null;
        }

        @Override
        public boolean acceptsURL(String url) {
          return url.startsWith("jdbc:shop:");
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
          return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
          return 1;
        }

        @Override
        public int getMinorVersion() {
          return 0;
        }

        @Override
        public boolean jdbcCompliant() {
          return false;
        }

        @Override
        public Logger getParentLogger() {
          return null;
        }
      }
      """;

  /** By the URL alone, also in a fiber that the library starts; and by a driver that is given. */
  @Test
  void databasesAreReachedByDriversOfLibraries() throws IOException {
    Yona.write(folder.resolve("driver/org/example/ShopDriver.java"), DRIVER);
    Yona.process(
            Path.of(System.getProperty("java.home"), "bin/javac").toString(),
            "driver/org/example/ShopDriver.java")
        .in(folder)
        .run()
        .output();
    publish(
        "org.example",
        "shop",
        "1.0",
        Map.of(
            "org/example/ShopDriver.class",
            Files.readAllBytes(folder.resolve("driver/org/example/ShopDriver.class")),
            "META-INF/services/java.sql.Driver",
            "org.example.Missing\norg.example.ShopDriver\n".getBytes(StandardCharsets.UTF_8)));
    Path h2 = place("org.example", "h2", "1.0");
    try (Stream<Path> libraries = Files.list(Path.of("target/dist/libraries"))) {
      Files.copy(
          libraries
              .filter(each -> each.getFileName().toString().startsWith("h2-"))
              .findFirst()
              .get(),
          h2);
    }
    Yona.write(
        folder.resolve("yona.toml"),
        "[dependencies]\n\"org.example:h2\" = \"1.0\"\n\"org.example:shop\" = \"1.0\"\n"
            + "[repositories]\ncentral = \""
            + folder.resolve("repository").toUri()
            + "\"\n");
    Yona.write(
        folder.resolve("main.yona"),
        """
        let
            url = "jdbc:shop:fruits"
            driver = Java::new (Java::type "org.example.ShopDriver") []
            number = \\db -> sql\\Db::query_tuples db "select 42" []
            found = with sql\\Db::connect url as db number db end
            given = with sql\\Db::connect_with {:driver = driver} url as db number db end
            together = [number db | db <- Stream::to_seq (Stream::map_together 2 sql\\Db::connect (Stream::from_seq [url, url]))]
            none = try sql\\Db::connect "jdbc:cars:hunter2" catch (_, message, _) -> message end
        in (found, given, together, none)
        """);
    assertThat(withLocalRepository("run", "main.yona").run().out())
        .isEqualTo(
            """
            ([42], [42], [[42], [42]], "sql\\\\Db::connect: cannot connect to jdbc:cars: no driver for it is there: name the library that has one among the dependencies of the project, in Yona by [dependencies] in yona.toml or by --with")
            """);
  }

  private Yona withLocalRepository(String... arguments) {
    return Yona.command(arguments)
        .in(folder)
        .with("YONA_CACHE", folder.resolve("cache").toString())
        .with("YONA_JAVA_OPTIONS", "-Dmaven.repo.local=" + folder.resolve("local"));
  }

  @Test
  void otherLanguagesThatItDoesNotNameAreToBeNamedInItsFile() throws IOException {
    Yona.write(folder.resolve("yona.toml"), "[project]\nname = \"plain\"\n");
    for (String program :
        List.of(
            "eval :js \"1\"",
            "import open from polyglot\\Context in open [:js]",
            "polyglot\\Context::open [:js]",
            "polyglot\\Value::keys ()")) {
      assertThat(Yona.command("-e", program).in(folder).run().failure())
          .contains("[project] in yona.toml", "languages = [\"js\"]");
    }
    assertThat(
            Yona.command("-e", "haskell\\Library::load \"libwords.so\"").in(folder).run().failure())
        .contains(
            "write languages = [\"haskell\"] below [project] in yona.toml",
            "org.yona-lang:yona-haskell");
    Yona.write(folder.resolve("main.yona"), "polyglot\\Context::open [:js]");
    assertThat(Yona.command("check", "main.yona").in(folder).run().failure())
        .contains("write languages = [\"js\"] below [project] in yona.toml");
  }

  /** A jar with a class that has one method, {@code long twice(long)}. */
  private void publish(String group, String artifact, String version, String name)
      throws IOException {
    byte[] type =
        ClassFile.of()
            .build(
                ClassDesc.of(name),
                builder ->
                    builder
                        .withFlags(ClassFile.ACC_PUBLIC)
                        .withMethodBody(
                            "twice",
                            MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long),
                            ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                            code -> code.lload(0).lload(0).ladd().lreturn()));
    publish(group, artifact, version, Map.of(name.replace('.', '/') + ".class", type));
  }

  /** A jar of files. */
  private void publish(String group, String artifact, String version, Map<String, byte[]> files)
      throws IOException {
    Path jar = place(group, artifact, version);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        out.putNextEntry(new JarEntry(file.getKey()));
        out.write(file.getValue());
        out.closeEntry();
      }
    }
  }

  /** Where a jar is published, with what a repository needs beside it. */
  private Path place(String group, String artifact, String version) throws IOException {
    Path place = folder.resolve("repository/" + group.replace('.', '/')).resolve(artifact);
    Path jar = place.resolve(version).resolve(artifact + "-" + version + ".jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(
        jar.resolveSibling(artifact + "-" + version + ".pom"),
        "<project><modelVersion>4.0.0</modelVersion><groupId>"
            + group
            + "</groupId><artifactId>"
            + artifact
            + "</artifactId><version>"
            + version
            + "</version></project>");
    return jar;
  }

  /** Who can write above could have his code run. */
  @Test
  void ofAnotherUserIsNone() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root can give files away");
    Path file = folder.resolve("yona.toml");
    Yona.write(file, "broken");
    Files.setOwner(
        file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
    Yona.write(folder.resolve("main.yona"), "1\n");
    assertThat(Yona.command("run", "main.yona").in(folder).run().output()).isEqualTo("1\n");
  }
}
