"""Drawing methods that no net learns from, a folder for each group of looks that has them."""
