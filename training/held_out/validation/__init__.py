"""Drawing methods that only "validation" looks have: no net learns from them and no figure is measured on them."""
