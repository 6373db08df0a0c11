// Package maumau lets a bot play in the Mau-Mau arena. A bot needs no rules: it is shown what its seat may know and
// what it may do, in every ruleset, and picks one of its choices.
//
//	package main
//
//	import "github.com/maumau-arena/maumau-go"
//
//	func main() {
//		maumau.Run(maumau.Func(func(v *maumau.View) maumau.Choice { return v.Legal()[0] }))
//	}
package maumau
