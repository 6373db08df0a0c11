package io.github.maumauarena;

import java.util.List;

/**
 * The result of a game for this bot.
 *
 * @param seat this bot's
 * @param places of each seat, 1 is best; empty if the game was stopped for this bot's fault
 * @param totals of each seat; empty in the same case
 * @param verdict the verdict on this bot
 * @param detail a description of the fault
 */
public record GameResult(int seat, List<Integer> places, List<Integer> totals, Verdict verdict, String detail) {}
