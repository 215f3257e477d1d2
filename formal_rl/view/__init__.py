"""Pages and pictures: how they look, as files of their own, and what renders them."""
