%% Writes the lines that a client sends to a file. Prints its port.
-module(scp_server).
-export([main/1]).

main([Target]) ->
    {ok, Listener} = gen_tcp:listen(0, [
        binary, {packet, line}, {active, false}, {ip, {127, 0, 0, 1}}
    ]),
    {ok, Port} = inet:port(Listener),
    io:format("~b~n", [Port]),
    accept(Listener, Target).

accept(Listener, Target) ->
    {ok, Connection} = gen_tcp:accept(Listener),
    {ok, File} = file:open(Target, [write, raw, binary, delayed_write]),
    copy(Connection, File),
    ok = file:close(File),
    gen_tcp:close(Connection),
    accept(Listener, Target).

copy(Connection, File) ->
    case gen_tcp:recv(Connection, 0) of
        {ok, Line} ->
            ok = file:write(File, Line),
            copy(Connection, File);
        {error, closed} ->
            ok
    end.
