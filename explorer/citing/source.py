"""Extract comments and strings from source code. Pure."""

import re

_STRINGS = r'"(?:[^"\\\n]|\\.)*"|' + r"'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`"
_SLASHES = re.compile(rf"//[^\n]*|/\*.*?(?:\*/|\Z)|{_STRINGS}", re.DOTALL)
_HASHES = re.compile(r'#[^\n]*|"""(?:[^\\]|\\.)*?"""|' + rf"'''(?:[^\\]|\\.)*?'''|{_STRINGS}", re.DOTALL)
_SEMICOLONS = re.compile(r';[^\n]*|"(?:[^"\\]|\\.)*"')
_DASHES = re.compile(rf"--[^\n]*|/\*.*?(?:\*/|\Z)|{_STRINGS}", re.DOTALL)

_SHAPES = {
    ".c.cc.cpp.cs.css.dart.fs.go.gradle.groovy.h.hpp.java.js.jsx.kt.kts.": _SLASHES,
    ".m.mjs.php.proto.rs.scala.scss.swift.ts.tsx.zig.": _SLASHES,
    ".bash.ex.exs.gd.jl.nim.pl.py.pyi.r.rb.sh.": _HASHES,
    ".hs.lua.sql.": _DASHES,
    ".clj.cljs.el.lisp.scm.": _SEMICOLONS,
}


def comments_and_strings(text: str, suffix: str) -> str:
    """Blank out all but comments and strings, keeping offsets; other files than code, by their `suffix`, stay."""
    shape = next((shape for suffixes, shape in _SHAPES.items() if suffix and f"{suffix.lower()}." in suffixes), None)
    if shape is None:
        return text
    parts: list[str] = []
    place = 0
    for match in shape.finditer(text):
        parts += _blank(text[place : match.start()]), match[0]
        place = match.end()
    return "".join([*parts, _blank(text[place:])])


def _blank(code: str) -> str:
    return re.sub(r"[^\n]", " ", code)
