"""Gazebo: dominoes on a garden board, gazebos on nooks and patios."""
