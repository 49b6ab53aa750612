import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.EmptyCoroutineContext
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.selects.select
import kotlinx.coroutines.yield
import yona.bench.async.Timed

/**
 * The concurrency rows with kotlinx.coroutines: on Dispatchers.Default, or, for rows that begin with
 * "one-", on the event loop of runBlocking, which is one thread.
 */
object Kotlin {
    @JvmStatic
    fun main(arguments: Array<String>) {
        Timed.main(
            { row ->
                if (row.startsWith("one-")) work(row.removePrefix("one-"), EmptyCoroutineContext)
                else work(row, Dispatchers.Default)
            },
            arguments)
    }

    private fun work(row: String, context: CoroutineContext): Timed.Work {
        val body: suspend CoroutineScope.(Int, Int) -> Long =
            when (row) {
                "future" -> { size, _ -> futures(size, false) }
                "future-yield" -> { size, _ -> futures(size, true) }
                "race" -> { size, _ -> race(size) }
                "race-known" -> { size, _ -> raceKnown(size) }
                "rendezvous" -> { size, _ -> oneChannel(0, size) }
                "buffered" -> { size, capacity -> oneChannel(capacity, size) }
                "two-channels" -> { size, capacity -> twoChannels(capacity, size) }
                "select" -> { size, width -> selectOverOneSender(width, size) }
                "select-ready" -> { size, width -> selectOverSenders(width, size) }
                "parked" -> { size, _ -> parked(size) }
                else -> throw IllegalArgumentException("no such row: $row")
            }
        return Timed.Work { size, parameter -> runBlocking(context) { body(size, parameter) } }
    }

    private suspend fun CoroutineScope.futures(size: Int, yields: Boolean): Long {
        var sum = 0L
        for (i in 0L until size) {
            sum +=
                async {
                        if (yields) yield()
                        i
                    }
                    .await()
        }
        return sum
    }

    private suspend fun CoroutineScope.race(size: Int): Long {
        var sum = 0L
        for (i in 0L until size) {
            val racers: List<Deferred<Long>> =
                List(3) { if (it == (i % 3).toInt()) async { i } else CompletableDeferred() }
            sum +=
                select<Long> {
                    racers[0].onAwait { it }
                    racers[1].onAwait { it }
                    racers[2].onAwait { it }
                }
        }
        return sum
    }

    private suspend fun CoroutineScope.raceKnown(size: Int): Long {
        var sum = 0L
        for (i in 0L until size) {
            val known = (i % 3).toInt()
            val racers: List<Deferred<Long>> =
                List(3) { if (it == known) async { i } else CompletableDeferred() }
            sum += racers[known].await()
        }
        return sum
    }

    private suspend fun sendAll(channel: Channel<Long>, size: Int) {
        for (i in 0L until size) channel.send(i)
    }

    private suspend fun receiveAll(channel: Channel<Long>, size: Int): Long {
        var sum = 0L
        repeat(size) { sum += channel.receive() }
        return sum
    }

    private suspend fun CoroutineScope.oneChannel(capacity: Int, size: Int): Long {
        val channel = Channel<Long>(capacity)
        launch { sendAll(channel, size) }
        return receiveAll(channel, size)
    }

    private suspend fun CoroutineScope.twoChannels(capacity: Int, size: Int): Long {
        val published = Channel<Long>(capacity)
        val subscribed = Channel<Long>(capacity)
        launch { sendAll(published, size) }
        launch { repeat(size) { subscribed.send(published.receive()) } }
        return receiveAll(subscribed, size)
    }

    /** One sender draws among the channels. */
    private suspend fun CoroutineScope.selectOverOneSender(width: Int, size: Int): Long {
        val channels = List(width) { Channel<Long>() }
        launch {
            var x = 42L
            for (i in 0L until size) {
                x = x * 16807 % 2147483647
                channels[(x % width).toInt()].send(i)
            }
        }
        return selectAll(channels, size)
    }

    /** Each channel has a sender of its own. */
    private suspend fun CoroutineScope.selectOverSenders(width: Int, size: Int): Long {
        val channels = List(width) { Channel<Long>() }
        for (k in 0 until width) {
            launch { for (i in k.toLong() until size step width.toLong()) channels[k].send(i) }
        }
        return selectAll(channels, size)
    }

    private suspend fun selectAll(channels: List<Channel<Long>>, size: Int): Long {
        var sum = 0L
        repeat(size) {
            sum += select<Long> { for (channel in channels) channel.onReceive { it } }
        }
        return sum
    }

    /** Starts them, waits until each stands before the gate, opens it, waits for their ends. */
    private suspend fun CoroutineScope.parked(size: Int): Long {
        val gate = CompletableDeferred<Unit>()
        val arrived = CompletableDeferred<Unit>()
        val missing = java.util.concurrent.atomic.AtomicInteger(size)
        val sum = java.util.concurrent.atomic.AtomicLong()
        val all =
            List(size) { i ->
                launch {
                    if (missing.decrementAndGet() == 0) arrived.complete(Unit)
                    gate.await()
                    sum.addAndGet(i.toLong())
                }
            }
        arrived.await()
        gate.complete(Unit)
        for (each in all) each.join()
        return sum.get()
    }
}
