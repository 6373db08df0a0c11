"""The ladder: the ranking of all bots, one for each ruleset and one over all rulesets."""
