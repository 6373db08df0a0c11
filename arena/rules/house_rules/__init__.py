"""House rules: rulesets that users write."""
