"""State-based actions (704): a small board in lines, and what happens to it, round by round."""
