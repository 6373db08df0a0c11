package maumau;

import java.util.List;

/**
 * How a game ended for this bot.
 *
 * @param seat this bot's
 * @param places of each seat, 1 is best; empty if the game was stopped for this bot's fault
 * @param totals of each seat; empty in the same case
 * @param verdict OK, or what was wrong with this bot
 * @param detail what was wrong, in words
 */
public record GameResult(int seat, List<Integer> places, List<Integer> totals, Verdict verdict, String detail) {}
