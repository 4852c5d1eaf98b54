"""Text that lost its markup: pages copied as text, answers without their tags."""
