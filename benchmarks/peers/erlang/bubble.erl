%% Bubble sort of random integers, recursive on an immutable list.
-module(bubble).
-export([main/1, sort/2, random_list/1, list_check/1]).

%% One whole process.
main([N]) ->
    Numbers = random_list(list_to_integer(N)),
    io:format("~b~n", [list_check(sort(list_to_integer(N), Numbers))]),
    halt().

sort(0, List) -> List;
sort(N, List) -> sort(N - 1, pass(List)).

pass([A, B | Rest]) when A > B -> [B | pass([A | Rest])];
pass([A, B | Rest]) -> [A | pass([B | Rest])];
pass(List) -> List.

random_list(N) -> random_list(N, next(42)).

random_list(0, _) -> [];
random_list(N, X) -> [X | random_list(N - 1, next(X))].

%% The Lehmer generator "minstd": every peer draws the same numbers.
next(X) -> X * 16807 rem 2147483647.

list_check(List) -> lists:foldl(fun(X, Check) -> (Check * 31 + X) rem 1000003 end, 0, List).
