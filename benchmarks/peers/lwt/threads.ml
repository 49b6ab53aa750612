(* The three thread tests in Lwt. Usage: threads TEST WAIT ITERATIONS MILLIS DEPTH...
   (the protocol is described in benchmarks/README.md). *)

open Lwt.Infix

let wait = function
  | "quick" ->
      let done_ = Lwt.return_unit in
      fun () -> done_
  | "medium" -> Lwt.pause
  | "slow" -> fun () -> Lwt_unix.sleep 0.
  | name -> failwith ("no such wait: " ^ name)

let basic wait n =
  let rec go i waits = if i = n then Lwt.return waits else wait () >>= fun () -> go (i + 1) (waits + 1) in
  go 0 0

(* A wait at every level. *)
let rec recurse2 wait n =
  if n = 0 then Lwt.return 0
  else wait () >>= fun () -> recurse2 wait (n - 1) >>= fun sum -> Lwt.return (n + sum)

(* A wait at the base. *)
let rec recurse wait n =
  if n = 0 then wait () >>= fun () -> Lwt.return 0
  else recurse wait (n - 1) >>= fun sum -> Lwt.return (n + sum)

let test = function
  | "basic" -> basic
  | "recurse2" -> recurse2
  | "recurse" -> recurse
  | name -> failwith ("no such test: " ^ name)

(* Runs it so many times, or as often as fits into the time; gives how often, and the last result. *)
let rec times run count until done_ last =
  if done_ = count || (done_ > 0 && Unix.gettimeofday () > until) then Lwt.return (done_, last)
  else run () >>= fun result -> times run count until (done_ + 1) result

let () =
  let test = test Sys.argv.(1) and wait = wait Sys.argv.(2) in
  let count = int_of_string Sys.argv.(3) in
  let seconds = float_of_string Sys.argv.(4) /. 1000. in
  for i = 5 to Array.length Sys.argv - 1 do
    let n = int_of_string Sys.argv.(i) in
    let run () = test wait n in
    let round seconds = times run count (Unix.gettimeofday () +. seconds) 0 0 in
    ignore (Lwt_main.run (round (seconds /. 2.)));
    let bytes = Gc.allocated_bytes () in
    let start = Unix.gettimeofday () in
    let iterations, result = Lwt_main.run (round seconds) in
    let nanos = (Unix.gettimeofday () -. start) *. 1e9 in
    let bytes = Gc.allocated_bytes () -. bytes in
    Printf.printf "%d %d %.0f %.0f %d\n%!" n iterations nanos bytes result
  done
