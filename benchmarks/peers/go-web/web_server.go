// The tests of TechEmpower's framework benchmarks in Go, those of the database if its URI is given.
// Prints its port.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"sort"
	"strconv"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type message struct {
	Message string `json:"message"`
}

type world struct {
	ID           int32 `json:"id"`
	RandomNumber int32 `json:"randomNumber"`
}

type fortune struct {
	ID      int32
	Message string
}

var pool *pgxpool.Pool

var page = template.Must(template.New("fortunes").Parse(
	"<!DOCTYPE html><html><head><title>Fortunes</title></head><body><table>" +
		"<tr><th>id</th><th>message</th></tr>" +
		"{{range .}}<tr><td>{{.ID}}</td><td>{{.Message}}</td></tr>{{end}}" +
		"</table></body></html>"))

func random() int32 { return rand.Int32N(10000) + 1 }

func wanted(request *http.Request) int {
	n, err := strconv.Atoi(request.URL.Query().Get("queries"))
	if err != nil {
		return 1
	}
	return min(max(n, 1), 500)
}

func one(ctx context.Context) (w world, err error) {
	err = pool.QueryRow(ctx, "select id, randomnumber from world where id = $1", random()).
		Scan(&w.ID, &w.RandomNumber)
	return w, err
}

// many asks for all rows at once, as far as there are connections.
func many(ctx context.Context, count int) ([]world, error) {
	worlds := make([]world, count)
	errs := make([]error, count)
	var group sync.WaitGroup
	for i := range worlds {
		group.Add(1)
		go func() {
			defer group.Done()
			worlds[i], errs[i] = one(ctx)
		}()
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return worlds, nil
}

func changed(ctx context.Context, count int) ([]world, error) {
	worlds, err := many(ctx, count)
	if err != nil {
		return nil, err
	}
	for i := range worlds {
		worlds[i].RandomNumber = random()
	}
	sorted := append([]world(nil), worlds...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].ID < sorted[j].ID })
	batch := &pgx.Batch{}
	for _, each := range sorted {
		batch.Queue("update world set randomnumber = $1 where id = $2", each.RandomNumber, each.ID)
	}
	return worlds, pool.SendBatch(ctx, batch).Close()
}

func fortunes(ctx context.Context) ([]fortune, error) {
	rows, err := pool.Query(ctx, "select id, message from fortune")
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[fortune])
	all = append(all, fortune{0, "Additional fortune added at request time."})
	sort.Slice(all, func(i, j int) bool { return all[i].Message < all[j].Message })
	return all, err
}

func answerJSON(response http.ResponseWriter, value any, err error) {
	if err != nil {
		http.Error(response, err.Error(), http.StatusInternalServerError)
		return
	}
	text, _ := json.Marshal(value)
	answer(response, "application/json", text)
}

func answer(response http.ResponseWriter, kind string, content []byte) {
	response.Header().Set("Content-Type", kind)
	response.Header().Set("Content-Length", strconv.Itoa(len(content)))
	response.Header().Set("Server", "go")
	response.Write(content)
}

func main() {
	if len(os.Args) > 2 {
		config, err := pgxpool.ParseConfig(os.Args[2])
		if err != nil {
			panic(err)
		}
		config.MaxConns = 10
		if pool, err = pgxpool.NewWithConfig(context.Background(), config); err != nil {
			panic(err)
		}
	}
	http.HandleFunc("/plaintext", func(response http.ResponseWriter, _ *http.Request) {
		answer(response, "text/plain; charset=utf-8", []byte("Hello, World!"))
	})
	http.HandleFunc("/json", func(response http.ResponseWriter, _ *http.Request) {
		answerJSON(response, message{"Hello, World!"}, nil)
	})
	http.HandleFunc("/db", func(response http.ResponseWriter, request *http.Request) {
		found, err := one(request.Context())
		answerJSON(response, found, err)
	})
	http.HandleFunc("/queries", func(response http.ResponseWriter, request *http.Request) {
		found, err := many(request.Context(), wanted(request))
		answerJSON(response, found, err)
	})
	http.HandleFunc("/updates", func(response http.ResponseWriter, request *http.Request) {
		found, err := changed(request.Context(), wanted(request))
		answerJSON(response, found, err)
	})
	http.HandleFunc("/fortunes", func(response http.ResponseWriter, request *http.Request) {
		all, err := fortunes(request.Context())
		if err != nil {
			http.Error(response, err.Error(), http.StatusInternalServerError)
			return
		}
		response.Header().Set("Content-Type", "text/html; charset=utf-8")
		response.Header().Set("Server", "go")
		page.Execute(response, all)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	server := http.Server{Protocols: protocols}
	panic(server.Serve(listener))
}
