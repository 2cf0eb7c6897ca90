"""`simcore sweep`: plays a range of values of one or two numbers of the ruleset, and shows what they do."""
