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

  static final String MODULE =
      """
      ## A service that keeps notes: a page shows them, and an API gives and takes them as JSON.
      module %2$s exports prepare, routes as
          ## Makes the table, if it is not there yet.
          ##
          ## - `db`: a database
          ## - result: `()`
          prepare db = do
              sql\\Db::execute db "create table if not exists notes (id bigint generated always as identity, text varchar(1000) not null)" []
              ()
          end

          ## Adds what the service answers.
          ##
          ## - `db`: a database
          ## - `server`: a server
          ## - result: the server
          routes db server = server
              |> http\\Server::route :get "/" (page db)
              |> http\\Server::route :get "/notes" (list db)
              |> http\\Server::route :post "/notes" (add db)

          page db _ =
              let
                  items = [(:li, text) | {:text = text} <- notes db]
                  body = [(:h1, "Notes"), (:ul, items)]
              in http\\Server::html 200 (Html::document (:html, [(:head, (:title, "Notes")), (:body, body)]))

          list db _ = http\\Server::json 200 (notes db)

          add db {:body = body} = try
              case JSON::parse body of
                  {"text" = text} | is_note text -> do
                      sql\\Db::execute db "insert into notes (text) values (?)" [text]
                      http\\Server::json 201 {:text = text}
                  end
                  _ -> http\\Server::text 422 "a note has a text of 1 to 1000 characters\\n"
              end
          catch
              (:json_parser_error, message, _) -> http\\Server::text 400 "{message}\\n"
          end

          is_note text = Types::is_string text && text != "" && Seq::len text <= 1000

          notes db = sql\\Db::query db "select id, text from notes order by id" []
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

          add = \\server content -> case http\\Test::request_with {:body = content} server :post "/notes" of
              (status, _, _) -> status
          end
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
              Test::assert_equal 422 (add server "{{\\"text\\": 1}")
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
      curl -d '{"text": "tea at five"}' http://localhost:8080/notes
      curl http://localhost:8080/notes
      ```
      """;

  private WebProject() {}
}
