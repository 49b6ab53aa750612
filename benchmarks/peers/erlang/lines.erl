%% Reads a text file into its lines and prints how many there are: one whole process.
-module(lines).
-export([main/1]).

main([File]) ->
    {ok, Text} = file:read_file(File),
    Lines = binary:split(Text, <<"\n">>, [global]),
    Count =
        case lists:last(Lines) of
            <<>> -> length(Lines) - 1;
            _ -> length(Lines)
        end,
    io:format("~b~n", [Count]),
    halt().
