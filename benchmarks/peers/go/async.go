package main

import (
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// asyncRow gives the work of a row of the concurrency library: n operations, and a check.
func asyncRow(name string) (work func(n int64) int64, found bool) {
	parameter := 0
	if dash := strings.LastIndexByte(name, '-'); dash >= 0 {
		if number, err := strconv.Atoi(name[dash+1:]); err == nil {
			name, parameter = name[:dash], number
		}
	}
	switch name {
	case "future":
		return func(n int64) int64 { return futures(n, false) }, true
	case "future-wait-group":
		return waitGroups, true
	case "future-yield":
		return func(n int64) int64 { return futures(n, true) }, true
	case "race":
		return race, true
	case "race-known":
		return raceKnown, true
	case "rendezvous":
		return func(n int64) int64 { return oneChannel(0, n) }, true
	case "buffered":
		return func(n int64) int64 { return oneChannel(parameter, n) }, true
	case "two-channels":
		return func(n int64) int64 { return twoChannels(parameter, n) }, true
	case "select":
		return func(n int64) int64 { return selectOver(parameter, n, sendDrawn) }, true
	case "select-ready":
		return func(n int64) int64 { return selectOver(parameter, n, sendEach) }, true
	case "parked":
		return parked, true
	case "timers":
		return timers, true
	}
	return nil, false
}

// futures hands each result over in a channel.
func futures(n int64, yields bool) int64 {
	sum := int64(0)
	for i := int64(0); i < n; i++ {
		result := make(chan int64, 1)
		go func(value int64) {
			if yields {
				runtime.Gosched()
			}
			result <- value
		}(i)
		sum += <-result
	}
	return sum
}

// waitGroups joins each goroutine by a WaitGroup.
func waitGroups(n int64) int64 {
	sum := int64(0)
	for i := int64(0); i < n; i++ {
		var result int64
		var group sync.WaitGroup
		group.Add(1)
		go func(value int64) {
			result = value
			group.Done()
		}(i)
		group.Wait()
		sum += result
	}
	return sum
}

func racers(i int64) [3]chan int64 {
	var all [3]chan int64
	for k := range all {
		all[k] = make(chan int64, 1)
	}
	winner := all[i%3]
	go func() { winner <- i }()
	return all
}

func race(n int64) int64 {
	sum := int64(0)
	for i := int64(0); i < n; i++ {
		all := racers(i)
		select {
		case value := <-all[0]:
			sum += value
		case value := <-all[1]:
			sum += value
		case value := <-all[2]:
			sum += value
		}
	}
	return sum
}

func raceKnown(n int64) int64 {
	sum := int64(0)
	for i := int64(0); i < n; i++ {
		sum += <-racers(i)[i%3]
	}
	return sum
}

func sendAll(channel chan int64, n int64) {
	for i := int64(0); i < n; i++ {
		channel <- i
	}
}

func receiveAll(channel chan int64, n int64) int64 {
	sum := int64(0)
	for i := int64(0); i < n; i++ {
		sum += <-channel
	}
	return sum
}

func oneChannel(capacity int, n int64) int64 {
	channel := make(chan int64, capacity)
	go sendAll(channel, n)
	return receiveAll(channel, n)
}

func twoChannels(capacity int, n int64) int64 {
	published := make(chan int64, capacity)
	subscribed := make(chan int64, capacity)
	go sendAll(published, n)
	go func() {
		for i := int64(0); i < n; i++ {
			subscribed <- <-published
		}
	}()
	return receiveAll(subscribed, n)
}

// sendDrawn: one sender draws among the channels.
func sendDrawn(channels []chan int64, n int64) {
	go func() {
		x := int64(42)
		for i := int64(0); i < n; i++ {
			x = next(x)
			channels[x%int64(len(channels))] <- i
		}
	}()
}

// sendEach: each channel has a sender of its own.
func sendEach(channels []chan int64, n int64) {
	for k, channel := range channels {
		go func(channel chan int64, from int64) {
			for i := from; i < n; i += int64(len(channels)) {
				channel <- i
			}
		}(channel, int64(k))
	}
}

func selectOver(width int, n int64, send func([]chan int64, int64)) int64 {
	channels := make([]chan int64, width)
	for k := range channels {
		channels[k] = make(chan int64)
	}
	send(channels, n)
	return selects[width](channels, n)
}

// parked starts them, waits until each stands before the gate, opens it, waits for their ends.
func parked(n int64) int64 {
	gate := make(chan struct{})
	var arrived, ended sync.WaitGroup
	var sum atomic.Int64
	arrived.Add(int(n))
	ended.Add(int(n))
	for i := int64(0); i < n; i++ {
		go func(value int64) {
			arrived.Done()
			<-gate
			sum.Add(value)
			ended.Done()
		}(i)
	}
	arrived.Wait()
	close(gate)
	ended.Wait()
	return sum.Load()
}

// timers sets timers of one to two minutes, then cancels them in the same order.
func timers(n int64) int64 {
	all := make([]*time.Timer, n)
	x := int64(42)
	for i := range all {
		x = next(x)
		all[i] = time.AfterFunc(time.Duration(60000+x%60000)*time.Millisecond, func() {})
	}
	cancelled := int64(0)
	for _, timer := range all {
		if timer.Stop() {
			cancelled++
		}
	}
	return cancelled
}
