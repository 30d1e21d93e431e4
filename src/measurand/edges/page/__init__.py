"""What a page in a browser calls: a request of plain values, an answer of plain values."""
