%% The rows of the Speed table in Erlang.
%% Usage: erl -noshell -pa DIR -run bench main ROW MODE SIZE WARM_MS SAMPLE_MS FILE
%% (the protocol is described in benchmarks/README.md).
-module(bench).
-export([main/1]).

%% The Lehmer generator "minstd": every peer draws the same numbers.
next(X) -> X * 16807 rem 2147483647.

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).

safe(_, _, []) -> true;
safe(Queen, Distance, [Other | Rest]) ->
    Other =/= Queen andalso abs(Other - Queen) =/= Distance andalso
        safe(Queen, Distance + 1, Rest).

place(_, 0, _) -> 1;
place(N, Row, Placed) -> choose(N, N, Row, Placed).

choose(0, _, _, _) -> 0;
choose(Queen, N, Row, Placed) ->
    Rest = choose(Queen - 1, N, Row, Placed),
    case safe(Queen, 1, Placed) of
        true -> Rest + place(N, Row - 1, [Queen | Placed]);
        false -> Rest
    end.

build(0, _, Map) -> Map;
build(N, X, Map) -> build(N - 1, next(X), Map#{X => N}).

dict(N) -> maps:fold(fun(_, Value, Sum) -> Sum + Value end, 0, build(N, next(42), #{})).

strings(N) -> sum_bytes(pieces(0, N, <<>>), 0).

pieces(N, N, Text) -> Text;
pieces(I, N, Text) -> pieces(I + 1, N, <<Text/binary, (integer_to_binary(I))/binary, ", ">>).

sum_bytes(<<>>, Sum) -> Sum;
sum_bytes(<<Byte, Rest/binary>>, Sum) -> sum_bytes(Rest, Sum + Byte).

words(Text) ->
    lists:foldl(
        fun
            (<<>>, Counts) ->
                Counts;
            (Word, Counts) ->
                case Counts of
                    #{Word := Count} -> Counts#{Word := Count + 1};
                    _ -> Counts#{Word => 1}
                end
        end,
        #{},
        binary:split(Text, [<<" ">>, <<"\n">>], [global])).

words_check(Counts) ->
    Values = maps:values(Counts),
    io_lib:format("~b ~b ~b", [maps:size(Counts), lists:max(Values), lists:sum(Values)]).

walk([], Sum) -> Sum;
walk([Head | Tail], Sum) -> walk(Tail, Sum + Head).

lines(File) ->
    {ok, Text} = file:read_file(File),
    Lines = binary:split(Text, <<"\n">>, [global]),
    case lists:last(Lines) of
        <<>> -> lists:droplast(Lines);
        _ -> Lines
    end.

lines_check(Lines) ->
    io_lib:format("~b ~b", [length(Lines), lists:sum([byte_size(Line) || Line <- Lines])]).

deep(0) -> 0;
deep(N) -> 1 + deep(N - 1).

tail_self(0, Sum) -> Sum;
tail_self(N, Sum) -> tail_self(N - 1, Sum + N rem 3).

even(0) -> true;
even(N) -> odd(N - 1).

odd(0) -> false;
odd(N) -> even(N - 1).

%% A process that sends its result.
futures(0, _, Sum) -> Sum;
futures(N, Yields, Sum) ->
    Self = self(),
    Value = N - 1,
    Pid = spawn(fun() ->
        Yields andalso erlang:yield(),
        Self ! {self(), Value}
    end),
    receive
        {Pid, Result} -> futures(N - 1, Yields, Sum + Result)
    end.

%% Starts them, waits until each stands before the gate, opens it, waits for their ends.
parked(N) ->
    Self = self(),
    Pids = [
        spawn(fun() ->
            Self ! arrived,
            receive
                open -> Self ! {ended, I}
            end
        end)
     || I <- lists:seq(0, N - 1)
    ],
    arrived(N),
    lists:foreach(fun(Pid) -> Pid ! open end, Pids),
    ended(N, 0).

arrived(0) -> ok;
arrived(N) ->
    receive
        arrived -> arrived(N - 1)
    end.

ended(0, Sum) -> Sum;
ended(N, Sum) ->
    receive
        {ended, I} -> ended(N - 1, Sum + I)
    end.

%% Timers of one to two minutes, cancelled in the same order.
timers(N) ->
    cancel(lists:reverse(set(N, next(42), [])), 0).

set(0, _, Timers) -> Timers;
set(N, X, Timers) ->
    set(N - 1, next(X), [erlang:send_after(60000 + X rem 60000, self(), ring) | Timers]).

cancel([], Cancelled) -> Cancelled;
cancel([Timer | Rest], Cancelled) ->
    case erlang:cancel_timer(Timer) of
        false -> cancel(Rest, Cancelled);
        _ -> cancel(Rest, Cancelled + 1)
    end.

plain(Value) -> io_lib:format("~p", [Value]).

%% {prepare, run, check}
row("bubble") ->
    {fun(N, _) -> {N, bubble:random_list(N)} end,
     fun({N, List}) -> bubble:sort(N, List) end,
     fun(List) -> plain(bubble:list_check(List)) end};
row("fib") -> {fun(N, _) -> N end, fun fib/1, fun plain/1};
row("queens") -> {fun(N, _) -> N end, fun(N) -> place(N, N, []) end, fun plain/1};
row("dict") -> {fun(N, _) -> N end, fun dict/1, fun plain/1};
row("strings") -> {fun(N, _) -> N end, fun strings/1, fun plain/1};
row("words") ->
    {fun(_, File) -> {ok, Text} = file:read_file(File), Text end, fun words/1, fun words_check/1};
row("walk") -> {fun(N, _) -> bubble:random_list(N) end, fun(List) -> walk(List, 0) end, fun plain/1};
row("lines") -> {fun(_, File) -> File end, fun lines/1, fun lines_check/1};
%% The size is the port of the server.
row("scp-client") ->
    {fun(Port, File) -> {Port, File} end,
     fun({Port, File}) -> scp_client:transfer(Port, File) end, fun plain/1};
row("recursion") -> {fun(N, _) -> N end, fun deep/1, fun plain/1};
row("tail-self") -> {fun(N, _) -> N end, fun(N) -> tail_self(N, 0) end, fun plain/1};
row("tail-mutual") -> {fun(N, _) -> N end, fun even/1, fun plain/1};
row("tail-pipe") -> row("tail-self");
row("future") -> {fun(N, _) -> N end, fun(N) -> futures(N, false, 0) end, fun plain/1};
row("future-yield") -> {fun(N, _) -> N end, fun(N) -> futures(N, true, 0) end, fun plain/1};
row("parked") -> {fun(N, _) -> N end, fun parked/1, fun plain/1};
row("timers") -> {fun(N, _) -> N end, fun timers/1, fun plain/1};
row(Name) -> suite:row(Name).

timed(Run, Input) ->
    Start = erlang:monotonic_time(nanosecond),
    Result = Run(Input),
    {erlang:monotonic_time(nanosecond) - Start, Result}.

warm(Run, Input, End) ->
    {_, Result} = timed(Run, Input),
    case erlang:monotonic_time(millisecond) < End of
        true -> warm(Run, Input, End);
        false -> Result
    end.

sample(Run, Input, End, Times) ->
    More = erlang:monotonic_time(millisecond) < End andalso length(Times) < 1000,
    if
        length(Times) < 3; More ->
            {Nanos, _} = timed(Run, Input),
            sample(Run, Input, End, [Nanos | Times]);
        true ->
            lists:reverse(Times)
    end.

main([Name, Mode, Size, WarmMillis, SampleMillis, File]) ->
    {Prepare, Run, Check} = row(Name),
    Input = Prepare(list_to_integer(Size), File),
    {Result, Times} =
        case Mode of
            "first" ->
                {Nanos, Value} = timed(Run, Input),
                {Value, [Nanos]};
            "load" ->
                Few = Prepare(list_to_integer(Size) div 100, File),
                warm(Run, Few, erlang:monotonic_time(millisecond) + list_to_integer(WarmMillis)),
                {Nanos, Value} = timed(Run, Input),
                {Value, [Nanos]};
            "warm" ->
                Now = erlang:monotonic_time(millisecond),
                Value = warm(Run, Input, Now + list_to_integer(WarmMillis)),
                End = erlang:monotonic_time(millisecond) + list_to_integer(SampleMillis),
                {Value, sample(Run, Input, End, [])}
        end,
    io:format("check ~s~nns ~s~n", [Check(Result), lists:join(" ", [integer_to_list(T) || T <- Times])]),
    halt().
