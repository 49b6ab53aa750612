(* The rows of the Speed table in OCaml. Usage: bench ROW MODE SIZE WARM_MS SAMPLE_MS FILE
   (the protocol is described in benchmarks/README.md). *)

(* The Lehmer generator "minstd": every peer draws the same numbers. *)
let next x = x * 16807 mod 2147483647

let random_list n =
  let rec go i x acc = if i = 0 then List.rev acc else go (i - 1) (next x) (x :: acc) in
  go n (next 42) []

let list_check l = List.fold_left (fun check x -> (check * 31 + x) mod 1000003) 0 l

let rec pass (l : int list) =
  match l with
  | a :: b :: rest -> if a > b then b :: pass (a :: rest) else a :: pass (b :: rest)
  | l -> l

let rec sort n l = if n = 0 then l else sort (n - 1) (pass l)
let rec fib n = if n < 2 then n else fib (n - 1) + fib (n - 2)

let rec safe queen distance = function
  | [] -> true
  | other :: rest ->
      other <> queen && abs (other - queen) <> distance && safe queen (distance + 1) rest

let rec place n row placed = if row = 0 then 1 else choose n n row placed

and choose queen n row placed =
  if queen = 0 then 0
  else
    let rest = choose (queen - 1) n row placed in
    if safe queen 1 placed then rest + place n (row - 1) (queen :: placed) else rest

let rec walk sum = function [] -> sum | head :: tail -> walk (sum + head) tail
let rec deep n = if n = 0 then 0 else 1 + deep (n - 1)
let rec tail_self n sum = if n = 0 then sum else tail_self (n - 1) (sum + (n mod 3))
let rec even n = if n = 0 then true else odd (n - 1)
and odd n = if n = 0 then false else even (n - 1)

(* The pipe puts its left side last. *)
let rec tail_pipe n sum = if n = 0 then sum else sum + (n mod 3) |> tail_pipe (n - 1)

type row = Row : { run : unit -> 'a; check : 'a -> string } -> row

let row name n =
  match name with
  | "bubble" ->
      let input = random_list n in
      Row { run = (fun () -> sort n input); check = (fun l -> string_of_int (list_check l)) }
  | "fib" -> Row { run = (fun () -> fib n); check = string_of_int }
  | "queens" -> Row { run = (fun () -> place n n []); check = string_of_int }
  | "walk" ->
      let input = random_list n in
      Row { run = (fun () -> walk 0 input); check = string_of_int }
  | "recursion" -> Row { run = (fun () -> deep n); check = string_of_int }
  | "tail-self" -> Row { run = (fun () -> tail_self n 0); check = string_of_int }
  | "tail-mutual" -> Row { run = (fun () -> even n); check = string_of_bool }
  | "tail-pipe" -> Row { run = (fun () -> tail_pipe n 0); check = string_of_int }
  | _ -> failwith ("no such row: " ^ name)

let () =
  let mode = Sys.argv.(2) in
  let warm = float_of_string Sys.argv.(4) /. 1000. in
  let samples = float_of_string Sys.argv.(5) /. 1000. in
  let (Row { run; check }) = row Sys.argv.(1) (int_of_string Sys.argv.(3)) in
  let last = ref None in
  let call () =
    let start = Unix.gettimeofday () in
    let result = run () in
    let nanos = (Unix.gettimeofday () -. start) *. 1e9 in
    last := Some result;
    nanos
  in
  let times =
    if mode = "first" then [ call () ]
    else begin
      let stop = Unix.gettimeofday () +. warm in
      ignore (call ());
      while Unix.gettimeofday () < stop do ignore (call ()) done;
      let stop = Unix.gettimeofday () +. samples in
      let rec go count times =
        if count < 3 || (Unix.gettimeofday () < stop && count < 1000) then go (count + 1) (call () :: times)
        else List.rev times
      in
      go 0 []
    end
  in
  Printf.printf "check %s\n" (check (Option.get !last));
  Printf.printf "ns %s\n" (String.concat " " (List.map (Printf.sprintf "%.0f") times))
