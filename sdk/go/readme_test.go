package maumau_test

import (
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var code = regexp.MustCompile("(?s)```go\n(.*?)```")

// blocks are the pieces of Go in the README.
func blocks(t *testing.T) []string {
	t.Helper()
	var found []string
	for _, match := range code.FindAllStringSubmatch(read(t, "README.md"), -1) {
		found = append(found, match[1])
	}
	return found
}

func TestTheCodeInTheReadmeIsFormatted(t *testing.T) {
	for _, block := range blocks(t) {
		if formatted, err := format.Source([]byte(block)); err != nil || string(formatted) != block {
			t.Errorf("%v in\n%s, not\n%s", err, block, formatted)
		}
	}
}

func TestTheCodeInTheReadmeIsRight(t *testing.T) {
	folder, blocks := t.TempDir(), blocks(t)
	const imports = "package main\n\nimport (\n\"fmt\"\n\"slices\"\n\n\"github.com/maumau-arena/maumau-go\"\n)\n"
	files := map[string]string{
		"go.mod":           moduleThatUses(t),
		"go.sum":           read(t, "go.sum"),
		"ten/bot.go":       blocks[0],
		"both/bot.go":      imports + blocks[1] + blocks[2] + "func byHand() {\n" + blocks[3] + "}\n",
		"both/bot_test.go": "package main\n\nimport \"testing\"\n\nfunc Test(*testing.T) { byHand(); _ = decided }\n",
	}
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	vet := exec.Command("go", "vet", "-mod=mod", "./...")
	vet.Dir = folder
	if output, err := vet.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

// moduleThatUses is the go.mod of a bot that uses this module as it is here.
func moduleThatUses(t *testing.T) string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	const name = "github.com/maumau-arena/maumau-go"
	return strings.Replace(read(t, "go.mod"), "module "+name, "module bot", 1) +
		"\nrequire " + name + " v0.1.0\nreplace " + name + " => " + here + "\n"
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
