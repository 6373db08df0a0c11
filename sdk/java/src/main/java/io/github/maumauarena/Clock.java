package io.github.maumauarena;

/** Time for one game in milliseconds: bank plus increment per decision, at most cap; 0: no clock. */
public record Clock(int bank, int increment, int cap) {}
