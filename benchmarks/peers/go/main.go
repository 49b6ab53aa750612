// The rows of the Speed table in Go. Usage: bench ROW MODE SIZE WARM_MS SAMPLE_MS FILE
// (the protocol is described in benchmarks/README.md).
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// next is the Lehmer generator "minstd": every peer draws the same numbers.
func next(x int64) int64 { return x * 16807 % 2147483647 }

// list is an immutable linked list; nil is the empty one.
type list struct {
	head int64
	tail *list
}

func randomList(n int64) *list {
	numbers := make([]int64, n)
	x := int64(42)
	for i := range numbers {
		x = next(x)
		numbers[i] = x
	}
	var l *list
	for i := n - 1; i >= 0; i-- {
		l = &list{numbers[i], l}
	}
	return l
}

func listCheck(l *list) int64 {
	check := int64(0)
	for ; l != nil; l = l.tail {
		check = (check*31 + l.head) % 1000003
	}
	return check
}

func pass(l *list) *list {
	if l == nil || l.tail == nil {
		return l
	}
	a, b, rest := l.head, l.tail.head, l.tail.tail
	if a > b {
		return &list{b, pass(&list{a, rest})}
	}
	return &list{a, pass(&list{b, rest})}
}

func sort(n int64, l *list) *list {
	if n == 0 {
		return l
	}
	return sort(n-1, pass(l))
}

func fib(n int64) int64 {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

// dict is mutable: Go has no persistent map of its own.
func dict(n int64) int64 {
	m := map[int64]int64{}
	x := int64(42)
	for i := n; i > 0; i-- {
		x = next(x)
		m[x] = i
	}
	sum := int64(0)
	for _, value := range m {
		sum += value
	}
	return sum
}

func lines(file string) []string {
	source, err := os.Open(file)
	if err != nil {
		panic(err)
	}
	defer source.Close()
	var all []string
	scanner := bufio.NewScanner(source)
	scanner.Buffer(make([]byte, 1<<16), 1<<30)
	for scanner.Scan() {
		all = append(all, scanner.Text())
	}
	return all
}

func linesCheck(all []string) string {
	characters := 0
	for _, line := range all {
		characters += len(line)
	}
	return fmt.Sprintf("%d %d", len(all), characters)
}

func writeFile(file string, content []byte) int {
	if err := os.WriteFile(file, content, 0o644); err != nil {
		panic(err)
	}
	return len(content)
}

func readFile(file string) []byte {
	content, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	return content
}

func readInto(file string, buffer []byte) int {
	source, err := os.Open(file)
	if err != nil {
		panic(err)
	}
	defer source.Close()
	count, err := io.ReadFull(source, buffer)
	if err != nil {
		panic(err)
	}
	return count
}

func row(name string, n int64, file string) (run func() any, check func(any) string) {
	plain := func(value any) string { return fmt.Sprint(value) }
	switch name {
	case "bubble":
		input := randomList(n)
		return func() any { return sort(n, input) },
			func(value any) string { return plain(listCheck(value.(*list))) }
	case "fib":
		return func() any { return fib(n) }, plain
	case "dict":
		return func() any { return dict(n) }, plain
	case "lines":
		return func() any { return lines(file) },
			func(value any) string { return linesCheck(value.([]string)) }
	case "file-write":
		content := []byte(strings.Repeat("a", int(n)))
		return func() any { return writeFile(file, content) }, plain
	case "file-read":
		return func() any { return readFile(file) },
			func(value any) string { return plain(len(value.([]byte))) }
	case "file-read-into":
		buffer := make([]byte, n)
		return func() any { return readInto(file, buffer) }, plain
	}
	if work, found := httpRow(name); found {
		return func() any { return work(n) }, plain
	}
	if work, found := asyncRow(name); found {
		return func() any { return work(n) }, plain
	}
	panic("no such row: " + name)
}

func main() {
	number := func(text string) int64 {
		value, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			panic(err)
		}
		return value
	}
	name, mode, size, warm, samples, file := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5], os.Args[6]
	run, check := row(name, number(size), file)
	var result any
	var times []string
	call := func() string {
		start := time.Now()
		result = run()
		return strconv.FormatInt(time.Since(start).Nanoseconds(), 10)
	}
	if mode == "first" {
		times = append(times, call())
	} else if mode == "load" {
		few, _ := row(name, number(size)/100, file)
		end := time.Now().Add(time.Duration(number(warm)) * time.Millisecond)
		for few(); time.Now().Before(end); {
			few()
		}
		times = append(times, call())
	} else {
		end := time.Now().Add(time.Duration(number(warm)) * time.Millisecond)
		for call(); time.Now().Before(end); {
			call()
		}
		end = time.Now().Add(time.Duration(number(samples)) * time.Millisecond)
		for len(times) < 3 || time.Now().Before(end) && len(times) < 1000 {
			times = append(times, call())
		}
	}
	fmt.Println("check", check(result))
	fmt.Println("ns", strings.Join(times, " "))
}
