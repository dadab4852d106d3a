"""PDF to Markdown on PDFium: lines with their places, reading order, paragraphs."""
