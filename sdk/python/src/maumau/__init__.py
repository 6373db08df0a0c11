"""Write a bot for the Mau-Mau arena."""
