//go:build tools

package suites

import _ "github.com/summerwind/h2spec/cmd/h2spec"
