"""How the site is made of the pages: ``make docs``.

The source folder is the repository, so that every link between pages and files is the same
here and on a forge.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))

project = "movesolver"
author = "the movesolver developers"
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
version = release

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "public_names"]
root_doc = "docs/index"
include_patterns = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "docs/**.md",
    "examples/README.md",
    "benchmarks/README.md",
]
# Not walked through: they hold no pages, and some hold many files.
exclude_patterns = [".*", "build", "dist", "solver", "kernels", "tests", "docs/site"]

# A link to a heading is checked as a forge would make its anchor.
myst_heading_anchors = 4
# Code of languages that the highlighter does not know is shown plain.
highlight_language = "none"

# An inch is '"', not a quotation mark.
smartquotes = False
# Names in single backticks in docstrings are code.
default_role = "code"
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"
autodoc_preserve_defaults = True
napoleon_google_docstring = False
napoleon_use_rtype = False
python_maximum_signature_line_length = 88
python_display_short_literal_types = True
add_module_names = False
toc_object_entries = False

html_theme = "furo"
html_title = f"movesolver {release}"
html_copy_source = False
html_show_copyright = False
templates_path = ["templates"]
html_additional_pages = {"index": "index.html"}
