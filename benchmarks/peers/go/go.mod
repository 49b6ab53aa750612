module yona/bench

go 1.21
