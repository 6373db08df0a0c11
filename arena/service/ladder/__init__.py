"""The ladders, which rank all bots: one ladder for each ruleset, and one over all rulesets."""
