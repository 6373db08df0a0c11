package maumau;

/** Time of one game in milliseconds: bank, plus increment for each decision, cap in all; 0: no clock. */
public record Clock(int bank, int increment, int cap) {}
