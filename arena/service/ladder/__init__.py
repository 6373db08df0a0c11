"""The ladders, which rank all bots: one for each ruleset, and one over all rulesets."""
