"""What becomes of days whose pages are wrong and agree with themselves: months of nights, judged against the truth."""
