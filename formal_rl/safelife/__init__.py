"""SafeLife boards, dynamics and side effects; empty until the SafeLife definitions arrive."""
