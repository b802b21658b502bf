"""What scripted agents judge by, minigame by minigame: worths in dollars, chances, and the choices they lead to."""
