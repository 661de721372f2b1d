"""Drawing methods that only "test" looks have: no net learns from them or is chosen on them."""
