"""Commands about rulesets."""
