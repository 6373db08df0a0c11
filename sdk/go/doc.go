// Package maumau lets a bot play in the Mau-Mau arena. A bot needs no rules: in every ruleset it gets a view of what
// its seat may know, with all legal choices, and returns one of them.
//
//	package main
//
//	import "github.com/maumau-arena/maumau-go"
//
//	func main() {
//		maumau.Main(maumau.Func(func(v *maumau.View) maumau.Choice { return v.Legal()[0] }))
//	}
package maumau
