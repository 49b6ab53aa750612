%% Gives each line back, until the client closes. Prints its port.
-module(echo_server).
-export([main/0]).

main() ->
    {ok, Listener} = gen_tcp:listen(0, [
        binary, {packet, line}, {active, false}, {ip, {127, 0, 0, 1}}, {backlog, 4096}
    ]),
    {ok, Port} = inet:port(Listener),
    io:format("~b~n", [Port]),
    accept(Listener).

accept(Listener) ->
    {ok, Connection} = gen_tcp:accept(Listener),
    gen_tcp:controlling_process(Connection, spawn(fun() -> echo(Connection) end)),
    accept(Listener).

echo(Connection) ->
    case gen_tcp:recv(Connection, 0) of
        {ok, Line} ->
            gen_tcp:send(Connection, Line),
            echo(Connection);
        {error, _} ->
            gen_tcp:close(Connection)
    end.
