package yona.bench.direct

import yona.bench.async.Timed

/** Everybody gives the same for a row, and has it. */
class SameWorkTest extends munit.FunSuite:
  private val peers = List(OxRows.rows, CatsEffect.rows, Zio.rows)
  private val size = 50
  private val sum = size.toLong * (size - 1) / 2

  private def gives(program: Timed.Program, row: String, parameter: Int): Long =
    program.row(row).run(size, parameter)

  for row <- List("future", "race") do
    test(row):
      for program <- Yona.rows :: peers do assertEquals(gives(program, row, 0), sum)

  for capacity <- List(0, 1, 64) do
    val withQueue = if capacity == 0 then peers.init else peers
    test(s"a channel that buffers $capacity"):
      val row = if capacity == 0 then "rendezvous" else "buffered"
      for program <- Yona.rows :: withQueue do assertEquals(gives(program, row, capacity), sum)
    test(s"a multiplexer, or two channels, that buffer $capacity"):
      assertEquals(gives(Yona.rows, "multiplexer", capacity), sum)
      for program <- withQueue do assertEquals(gives(program, "two-channels", capacity), sum)
