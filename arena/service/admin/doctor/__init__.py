"""What works on this machine: each thing is tried, and who reads it is told what to do about the rest."""
