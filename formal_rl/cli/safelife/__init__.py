"""The commands about SafeLife."""
