package main

import (
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
)

var client = http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000, MaxIdleConns: 1000}}

// httpRow is a row of the clients of HTTP. The size is the port of the server.
func httpRow(name string) (func(port int64) int64, bool) {
	switch name {
	case "http-burst":
		return func(port int64) int64 { return askTogether(port, "10", 1000, 1) }, true
	case "http-callers":
		return func(port int64) int64 { return askTogether(port, "0", 50, 20) }, true
	}
	return nil, false
}

func askTogether(port int64, path string, callers, times int) int64 {
	var sum atomic.Int64
	var group sync.WaitGroup
	uri := fmt.Sprintf("http://127.0.0.1:%d/%s", port, path)
	for i := 0; i < callers; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := 0; i < times; i++ {
				response, err := client.Get(uri)
				if err != nil {
					panic(err)
				}
				io.Copy(io.Discard, response.Body)
				response.Body.Close()
				sum.Add(int64(response.StatusCode))
			}
		}()
	}
	group.Wait()
	return sum.Load()
}
