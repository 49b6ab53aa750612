%% Sends a file to a server, line by line.
-module(scp_client).
-export([main/1, transfer/2]).

main([Port, Path]) ->
    io:format("~b~n", [transfer(list_to_integer(Port), Path)]),
    halt().

%% Gives how many lines there were, when the server has all of them.
transfer(Port, Path) ->
    {ok, File} = file:open(Path, [read, raw, binary, read_ahead]),
    {ok, Connection} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, false}]),
    Lines = send(File, Connection, 0),
    ok = file:close(File),
    ok = gen_tcp:shutdown(Connection, write),
    {error, closed} = gen_tcp:recv(Connection, 0),
    gen_tcp:close(Connection),
    Lines.

send(File, Connection, Lines) ->
    case file:read_line(File) of
        {ok, Line} ->
            ok = gen_tcp:send(Connection, Line),
            send(File, Connection, Lines + 1);
        eof ->
            Lines
    end.
