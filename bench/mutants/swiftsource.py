"""Swift's text as tokens: as much of the language as finding places to break takes."""

import re
from dataclasses import dataclass

OPERATOR = "/=-+!*%<>&|^~?"
_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n]+)
      | (?P<comment>//[^\n]*)
      | (?P<number>0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?)
      | (?P<word>[\#@$]?[A-Za-z_][A-Za-z0-9_]*|`[^`]*`|\$[0-9]+)
      | (?P<dots>\.\.\.|\.\.<)
      | (?P<operator>[/=\-+!*%<>&|^~?]+)
      | (?P<mark>.)""",
    re.VERBOSE,
)
_PAIRS = {")": "(", "]": "[", "}": "{"}


@dataclass
class Token:
    """A piece of the text, without what stands around it."""

    kind: str  # number, word, operator, string, mark
    text: str
    start: int
    end: int
    line: int  # from 1
    opener: int | None = None  # the number of the bracket's token that it is in
    partner: int | None = None  # of a bracket, the number of the other one's token


def _past_string(text, start):
    """Where the string that begins at `start` ends, interpolations and all."""
    hashes = re.compile("#*").match(text, start).end() - start
    position = start + hashes
    quote = '"""' if text.startswith('"""', position) else '"'
    position += len(quote)
    closing, escape = quote + "#" * hashes, "\\" + "#" * hashes
    while position < len(text):
        if text.startswith(closing, position):
            return position + len(closing)
        if text.startswith(escape, position):
            position += len(escape)
            if text[position] != "(":
                position += 1
                continue
            depth = 0
            while True:
                if text[position] == '"':
                    position = _past_string(text, position)
                    continue
                depth += {"(": 1, ")": -1}.get(text[position], 0)
                position += 1
                if depth == 0:
                    break
        else:
            position += 1
    return position


def _past_comment(text, start):
    """Where the comment that begins with /* at `start` ends; they nest."""
    depth, position = 1, start + 2
    while depth and position < len(text):
        if text.startswith("/*", position):
            depth, position = depth + 1, position + 2
        elif text.startswith("*/", position):
            depth, position = depth - 1, position + 2
        else:
            position += 1
    return position


def tokens(text):
    """All tokens of a file that has no regular expression literals."""
    found, stack, position, line = [], [], 0, 1
    while position < len(text):
        if text.startswith("/*", position):
            kind, end = "space", _past_comment(text, position)
        elif re.compile('#*"').match(text, position):
            kind, end = "string", _past_string(text, position)
        else:
            match = _TOKEN.match(text, position)
            kind, end = match.lastgroup, match.end()
            # What a comment begins in is no operator.
            if kind == "operator":
                cut = re.search("//|/[*]", match.group())
                if cut and cut.start():
                    end = position + cut.start()
        piece = text[position:end]
        if kind not in ("space", "comment"):
            kind = "operator" if kind == "dots" else kind
            token = Token(kind, piece, position, end, line, stack[-1] if stack else None)
            if kind == "mark" and piece in "([{":
                stack.append(len(found))
            elif kind == "mark" and piece in ")]}":
                if not stack or found[stack[-1]].text != _PAIRS[piece]:
                    raise ValueError(f"line {line}: '{piece}' closes nothing")
                token.partner = stack.pop()
                token.opener = stack[-1] if stack else None
                found[token.partner].partner = len(found)
            found.append(token)
        line += piece.count("\n")
        position = end
    if stack:
        raise ValueError(f"line {found[stack[-1]].line}: '{found[stack[-1]].text}' is never closed")
    return found
