%% The rows of the CPU suite in Erlang; bench.erl measures them.
-module(suite).
-export([row/1]).

tak(X, Y, Z) when Y >= X -> Z;
tak(X, Y, Z) -> tak(tak(X - 1, Y, Z), tak(Y - 1, Z, X), tak(Z - 1, X, Y)).

ackermann(0, N) -> N + 1;
ackermann(M, 0) -> ackermann(M - 1, 1);
ackermann(M, N) -> ackermann(M - 1, ackermann(M, N - 1)).

%% The numbers that are struck out are marked in a persistent array.
sieve(N) -> survivors(strike(2, N, array:new(N, {default, true}))).

strike(P, N, Marks) when P * P >= N -> Marks;
strike(P, N, Marks) ->
    case array:get(P, Marks) of
        true -> strike(P + 1, N, strike_from(P * P, P, N, Marks));
        false -> strike(P + 1, N, Marks)
    end.

strike_from(I, _, N, Marks) when I >= N -> Marks;
strike_from(I, P, N, Marks) -> strike_from(I + P, P, N, array:set(I, false, Marks)).

survivors(Marks) ->
    array:foldl(
        fun
            (I, true, {Count, Sum}) when I > 1 -> {Count + 1, Sum + I};
            (_, _, Result) -> Result
        end,
        {0, 0},
        Marks
    ).

pair({Count, Sum}) -> io_lib:format("~b ~b", [Count, Sum]).

planet(X, Y, Z, Vx, Vy, Vz, Mass) ->
    Year = 365.24,
    {X, Y, Z, Vx * Year, Vy * Year, Vz * Year, Mass * 39.47841760435743}.

planets() ->
    [
        planet(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
        planet(4.84143144246472090, -1.16032004402742839, -0.103622044471123109,
            0.00166007664274403694, 0.00769901118419740425, -0.0000690460016972063023,
            0.000954791938424326609),
        planet(8.34336671824457987, 4.12479856412430479, -0.403523417114321381,
            -0.00276742510726411, 0.00499852801234917238, 0.0000230417297573763929,
            0.000285885980666130812),
        planet(12.8943695621391310, -15.1111514016986312, -0.223307578892655734,
            0.00296460137564761618, 0.00237847173959480950, -0.0000296589568540237556,
            0.0000436624404335156298),
        planet(15.3796971148509165, -25.9193146099879641, 0.179258772950371181,
            0.00268067772490389322, 0.00162824170038242295, -0.0000951592254519715870,
            0.0000515138902046611451)
    ].

n_body(0, Bodies) -> Bodies;
n_body(N, Bodies) -> n_body(N - 1, [move(attract(Body, Bodies)) || Body <- Bodies]).

attract(Body, []) ->
    Body;
attract({X, Y, Z, Vx, Vy, Vz, Mass} = Body, [{OtherX, OtherY, OtherZ, _, _, _, OtherMass} | Rest]) ->
    Dx = X - OtherX,
    Dy = Y - OtherY,
    Dz = Z - OtherZ,
    Square = Dx * Dx + Dy * Dy + Dz * Dz,
    if
        Square == 0.0 ->
            attract(Body, Rest);
        true ->
            Pull = 0.01 * OtherMass / (Square * math:sqrt(Square)),
            attract({X, Y, Z, Vx - Dx * Pull, Vy - Dy * Pull, Vz - Dz * Pull, Mass}, Rest)
    end.

move({X, Y, Z, Vx, Vy, Vz, Mass}) ->
    {X + 0.01 * Vx, Y + 0.01 * Vy, Z + 0.01 * Vz, Vx, Vy, Vz, Mass}.

energy([]) ->
    0.0;
energy([{_, _, _, Vx, Vy, Vz, Mass} = Body | Rest]) ->
    energy(Rest) + 0.5 * Mass * (Vx * Vx + Vy * Vy + Vz * Vz) - potential(Body, Rest, 0.0).

potential(_, [], Sum) ->
    Sum;
potential({X, Y, Z, _, _, _, Mass} = Body, [{OtherX, OtherY, OtherZ, _, _, _, OtherMass} | Rest], Sum) ->
    Dx = X - OtherX,
    Dy = Y - OtherY,
    Dz = Z - OtherZ,
    potential(Body, Rest, Sum + Mass * OtherMass / math:sqrt(Dx * Dx + Dy * Dy + Dz * Dz)).

mandelbrot(N) ->
    lists:sum([mandelbrot_row(2.0 * Y / N - 1.0, 0, N, 0) || Y <- lists:seq(0, N - 1)]).

mandelbrot_row(_, N, N, Count) ->
    Count;
mandelbrot_row(Ci, X, N, Count) ->
    case is_inside(0.0, 0.0, 2.0 * X / N - 1.5, Ci, 50) of
        true -> mandelbrot_row(Ci, X + 1, N, Count + 1);
        false -> mandelbrot_row(Ci, X + 1, N, Count)
    end.

is_inside(Zr, Zi, Cr, Ci, Turns) ->
    Rr = Zr * Zr,
    Ii = Zi * Zi,
    if
        Rr + Ii > 4.0 -> false;
        Turns =:= 0 -> true;
        true -> is_inside(Rr - Ii + Cr, 2.0 * Zr * Zi + Ci, Cr, Ci, Turns - 1)
    end.

spectral_norm(N) ->
    Ones = lists:duplicate(N, 1.0),
    norm(N, 10, Ones, Ones).

norm(_, 0, U, V) ->
    math:sqrt(dot(U, V, 0.0) / dot(V, V, 0.0));
norm(N, Turns, U, _) ->
    V = both(N, U),
    norm(N, Turns - 1, both(N, V), V).

dot([], _, Sum) -> Sum;
dot([X | Xs], [Y | Ys], Sum) -> dot(Xs, Ys, Sum + X * Y).

%% The product with the matrix, then with its transpose.
both(N, V) ->
    Product = [matrix_row(I, 0, V, 0.0) || I <- lists:seq(0, N - 1)],
    [matrix_column(I, 0, Product, 0.0) || I <- lists:seq(0, N - 1)].

matrix_row(_, _, [], Sum) -> Sum;
matrix_row(I, J, [X | Rest], Sum) -> matrix_row(I, J + 1, Rest, Sum + X / matrix(I, J)).

matrix_column(_, _, [], Sum) -> Sum;
matrix_column(I, J, [X | Rest], Sum) -> matrix_column(I, J + 1, Rest, Sum + X / matrix(J, I)).

%% The element's reciprocal.
matrix(I, J) -> (I + J) * (I + J + 1) div 2 + I + 1.

billionths(Value) -> integer_to_list(round(Value * 1.0e9)).

binary_trees(N) ->
    LongLived = tree(N),
    count(tree(N + 1)) + trees(4, N, 0) + count(LongLived).

trees(Depth, N, Sum) when Depth > N -> Sum;
trees(Depth, N, Sum) -> trees(Depth + 2, N, Sum + repeated(1 bsl (N - Depth + 4), Depth, 0)).

repeated(0, _, Sum) -> Sum;
repeated(Times, Depth, Sum) -> repeated(Times - 1, Depth, Sum + count(tree(Depth))).

tree(0) -> {nil, nil};
tree(Depth) -> {tree(Depth - 1), tree(Depth - 1)}.

count(nil) -> 0;
count({Left, Right}) -> 1 + count(Left) + count(Right).

third(File) ->
    {ok, Text} = file:read_file(File),
    [_, Sequence] = binary:split(Text, <<">THREE Homo sapiens frequency">>),
    string:uppercase(binary:replace(Sequence, <<"\n">>, <<>>, [global])).

counts(Length, Sequence) -> counts(0, byte_size(Sequence) - Length, Length, Sequence, #{}).

counts(I, Last, _, _, Counts) when I > Last -> Counts;
counts(I, Last, Length, Sequence, Counts) ->
    Part = binary:part(Sequence, I, Length),
    case Counts of
        #{Part := Count} -> counts(I + 1, Last, Length, Sequence, Counts#{Part := Count + 1});
        _ -> counts(I + 1, Last, Length, Sequence, Counts#{Part => 1})
    end.

k_nucleotide(Sequence) ->
    All = [
        io_lib:format("~s ~b", [Part, -Count])
     || Length <- [1, 2],
        {Count, Part} <- lists:sort([
            {-Count, Part}
         || {Part, Count} <- maps:to_list(counts(Length, Sequence))
        ])
    ],
    Times = [
        integer_to_list(maps:get(Part, counts(byte_size(Part), Sequence), 0))
     || Part <- [<<"GGT">>, <<"GGTA">>, <<"GGTATT">>, <<"GGTATTTTAATT">>, <<"GGTATTTTAATTTATAGT">>]
    ],
    lists:join(" ", All ++ Times).

set(N) ->
    Numbers = build(N, N, 42, sets:new([{version, 2}])),
    {sets:size(Numbers), members(N - 1, Numbers, 0)}.

build(0, _, _, Numbers) ->
    Numbers;
build(Times, N, X, Numbers) ->
    Next = X * 16807 rem 2147483647,
    build(Times - 1, N, Next, sets:add_element(Next rem (2 * N), Numbers)).

members(-1, _, Members) ->
    Members;
members(I, Numbers, Members) ->
    case sets:is_element(I, Numbers) of
        true -> members(I - 1, Numbers, Members + 1);
        false -> members(I - 1, Numbers, Members)
    end.

variants() ->
    [
        "agggtaaa|tttaccct", "[cgt]gggtaaa|tttaccc[acg]", "a[act]ggtaaa|tttacc[agt]t",
        "ag[act]gtaaa|tttac[agt]ct", "agg[act]taaa|ttta[agt]cct", "aggg[acg]aaa|ttt[cgt]ccct",
        "agggt[cgt]aa|tt[acg]accct", "agggta[cgt]a|t[acg]taccct", "agggtaa[cgt]|[acg]ttaccct"
    ].

rules() ->
    [
        {"tHa[Nt]", "<4>"}, {"aND|caN|Ha[DS]|WaS", "<3>"}, {"a[NSt]|BY", "<2>"},
        {"\\|[^|][^|]*\\|", "|"}, {"\\|[^|][^|]*\\|", "-"}
    ].

regex(Text) ->
    Clean = re:replace(Text, ">.*\n|\n", "", [global, {return, binary}]),
    Rewritten = lists:foldl(
        fun({Rule, Other}, S) -> re:replace(S, Rule, Other, [global, {return, binary}]) end,
        Clean,
        rules()
    ),
    [byte_size(Text), byte_size(Clean), byte_size(Rewritten)] ++
        [found(Variant, Clean) || Variant <- variants()].

found(Variant, Text) ->
    case re:run(Text, Variant, [global, {capture, first, index}]) of
        {match, Matches} -> length(Matches);
        nomatch -> 0
    end.

joined(Numbers) -> lists:join(" ", [integer_to_list(N) || N <- Numbers]).

size(N, _) -> N.

%% {prepare, run, check}
row("tak") -> {fun size/2, fun(N) -> tak(3 * N, 2 * N, N) end, fun integer_to_list/1};
row("ackermann") -> {fun size/2, fun(N) -> ackermann(3, N) end, fun integer_to_list/1};
row("sieve") -> {fun size/2, fun sieve/1, fun pair/1};
row("n-body") ->
    {fun(N, _) -> {N, planets()} end, fun({N, Bodies}) -> n_body(N, Bodies) end,
     fun(Bodies) -> billionths(energy(Bodies)) end};
row("mandelbrot") -> {fun size/2, fun mandelbrot/1, fun integer_to_list/1};
row("spectral-norm") -> {fun size/2, fun spectral_norm/1, fun billionths/1};
row("binary-trees") -> {fun size/2, fun binary_trees/1, fun integer_to_list/1};
row("k-nucleotide") -> {fun(_, File) -> third(File) end, fun k_nucleotide/1, fun(Text) -> Text end};
row("set") -> {fun size/2, fun set/1, fun pair/1};
row("regex") ->
    {fun(_, File) -> {ok, Text} = file:read_file(File), Text end, fun regex/1, fun joined/1}.
