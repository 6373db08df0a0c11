package maumau

import "strconv"

// named is the name at a place, or the number if a later protocol sends one that is not known here.
func named[N ~uint8](names []string, number N) string {
	if int(number) < len(names) {
		return names[number]
	}
	return strconv.Itoa(int(number))
}
