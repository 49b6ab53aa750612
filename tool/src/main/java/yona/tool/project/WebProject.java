package yona.tool.project;

/** The files of a project that is a web service with a database. */
final class WebProject {
  static final String MAIN =
      """
      # Serves until Ctrl-C, at port 8080 if the command line names no other one. The database is in memory, and gone
      # at the end; the address of a server in place of :embedded, "postgresql://...", makes it one that stays.
      let
          port = case System::args of
              []      -> 8080
              [given] -> int given
          end
      in
      with sql\\Db::connect :embedded as db
          with http\\Server::create "localhost" port 128 as server
              %2$s::prepare db
              println "http://localhost:{http\\Server::port server}"
              server |> %2$s::routes db |> http\\Server::serve
          end
      end
      """;

  static final String MIGRATION =
      """
      create table notes (
          id   bigint generated always as identity primary key,
          text varchar(1000) not null
      );
      """;

  static final String MODULE =
      """
      ## A service that keeps notes: a page shows them, and an API gives and takes them as JSON.
      module %2$s exports prepare, routes as
          ## Makes the tables: executes the files in migrations that the database has not had yet.
          ##
          ## - `db`: a database
          ## - result: an Int, how many they were
          prepare db = sql\\Db::migrate db (beside "migrations")

          ## Adds what the service answers.
          ##
          ## - `db`: a database
          ## - `server`: a server
          ## - result: the server
          routes db server = server
              |> http\\Server::route :get "/" (page db)
              |> http\\Server::route :get "/notes" (list db)
              |> http\\Server::route_with {:body = (:json, note)} :post "/notes" (add db)

          # A request whose body is no note is refused, with a message, before its handler is called.
          note = {:text = (:text, 1, 1000)}

          page db _ =
              let
                  items = [(:li, text) | {:text = text} <- notes db]
                  body = [(:h1, "Notes"), (:ul, items)]
              in http\\Server::html 200 (Html::document (:html, [(:head, (:title, "Notes")), (:body, body)]))

          list db _ = http\\Server::json 200 (notes db)

          add db {:body = {:text = text}} = do
              sql\\Db::execute db "insert into notes (text) values (?)" [text]
              http\\Server::json 201 {:text = text}
          end

          notes db = sql\\Db::query db "select id, text from notes order by id" []

          # The file of the program is in src or test, from wherever it is started.
          beside name = case System::script of
              (:ok, script) -> Path::join [Path::parent (Path::absolute script), "..", name]
          end
      end
      """;

  static final String TEST =
      """
      let
          # A service of its own for each case, which is asked without a socket.
          serving = \\check -> with sql\\Db::connect :embedded as db
              with http\\Server::create "localhost" 0 128 as server
                  %2$s::prepare db
                  check (%2$s::routes db server)
              end
          end

          # The status of an answer, and its content.
          get = \\server path -> case http\\Test::request server :get path of
              (status, _, content) -> (status, content)
          end

          add = \\server content ->
              let (status, _, _) = http\\Test::request_with (json content) server :post "/notes" in status

          json = \\content -> {:headers = {:content_type = "application/json"}, :body = content}
      in
      [
          Test::test "keeps notes" (\\-> serving (\\server -> do
              Test::assert_equal 201 (add server "{{\\"text\\": \\"tea\\"}")
              Test::assert_equal (200, "[{{\\"id\\": 1, \\"text\\": \\"tea\\"}]") (get server "/notes")
          end)),
          Test::test "shows a text as a text" (\\-> serving (\\server -> do
              add server "{{\\"text\\": \\"<b>tea\\"}"
              (_, page) = get server "/"
              Test::assert (String::contains "<li>&lt;b&gt;tea</li>" page)
          end)),
          Test::test "refuses what is no note" (\\-> serving (\\server -> do
              Test::assert_equal 400 (add server "{{")
              Test::assert_equal 400 (add server "{{\\"text\\": \\"\\"}")
              Test::assert_equal (200, "[]") (get server "/notes")
          end))
      ]
      """;

  static final String README =
      """
      # %1$s

      ```
      yona run     serves notes at http://localhost:8080, with a database in memory
      yona test    runs the tests in test
      yona check   looks for mistakes without running anything
      ```

      ```
      curl --json '{"text": "tea at five"}' http://localhost:8080/notes
      curl http://localhost:8080/notes
      ```
      """;

  private WebProject() {}
}
