"""Pictures of playing cards."""
