"""How Swift's operators are broken: for each use one operator of its own, which is the right one or the broken
one, as the mutant's number says while the program runs."""

from dataclasses import dataclass

_COMPARE = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<")}
_OTHER = {
    "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "&+": "&-", "&-": "&+", "&*": "&+",
    "&": "|", "|": "&", "^": "&", "<<": ">>", ">>": "<<", "&<<": "&>>", "&>>": "&<<",
}
_ADDITION = ("+", "-", "&+", "&-", "|", "^")
_MULTIPLICATION = ("*", "/", "%", "&*", "&")
_ASSIGNING = ("+=", "-=", "*=", "|=", "&=", "^=")
_NIL = "_OptionalNilComparisonType"


@dataclass
class Broken:
    """One way to break an operator: of which kind it is, what it looks like, and what it is in Swift."""

    kind: str
    shown: str
    precedence: str  # empty for a prefix operator
    forms: list  # a signature, the right expression and the broken one, of a and b


def spelled(operator, number):
    """The operator's name for this number: digits as characters that operators may have."""
    return operator + "".join(chr(0x2200 + int(digit)) for digit in str(number))


def declaration(operator, number, broken):
    """The operator for this number, in Swift."""
    name = spelled(operator, number)
    if broken.precedence:
        fix, lines = "", [f"infix operator {name}: {broken.precedence}Precedence"]
    else:
        fix, lines = "prefix ", [f"prefix operator {name}"]
    for signature, right, wrong in broken.forms:
        result = "" if "inout" in signature else "return "
        body = f"if mutantLives({number}) {{ {result}{wrong} }} else {{ {result}{right} }}"
        lines.append(f"public {fix}func {name} {signature} {{ {body} }}")
    return "\n".join(lines)


def negation():
    """Of the prefix operator !."""
    return Broken("condition", "", "", [("(_ a: Bool) -> Bool", "!a", "a")])


def ways(text, before, after, is_tight):
    """The ways to break an infix operator between these two words; none for one that is not known."""
    two = "(_ a: T, _ b: T)"
    if text in _COMPARE:
        return [
            Broken(kind, other, "Comparison", [(f"<T: Comparable>{two} -> Bool", f"a {text} b", f"a {other} b")])
            for other, kind in zip(_COMPARE[text], ("boundary", "comparison"))
        ]
    if text in ("==", "!="):
        other = "!=" if text == "==" else "=="
        signature = f"<T: Equatable>{two} -> Bool"
        if after == "nil":
            signature = f"<T>(_ a: T?, _ b: {_NIL}) -> Bool"
        elif before == "nil":
            signature = f"<T>(_ a: {_NIL}, _ b: T?) -> Bool"
        return [Broken("comparison", other, "Comparison", [(signature, f"a {text} b", f"a {other} b")])]
    if text in ("&&", "||"):
        name, other = ("LogicalConjunction", "||") if text == "&&" else ("LogicalDisjunction", "&&")
        signature = "(_ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool"
        return [Broken("logic", other, name, [(signature, f"try a {text} b()", f"try a {other} b()")])]
    if text == "??":
        forms = [
            (f"<T>(_ a: T?, _ b: @autoclosure () throws -> {kind}) rethrows -> {kind}", "try a ?? b()", "try b()")
            for kind in ("T", "T?")
        ]
        return [Broken("default", "/* always */ ??", "NilCoalescing", forms)]
    if text in ("..<", "..."):
        result = "Range" if text == "..<" else "ClosedRange"
        signature = f"<T: Strideable>{two} -> {result}<T> where T.Stride: SignedInteger"
        shown = f"{text}/* one less */" if is_tight else f"/* one less */ {text}"
        shorter = f"a < b ? a{text}b.advanced(by: -1) : a{text}b"
        return [Broken("range", shown, "RangeFormation", [(signature, f"a{text}b", shorter)])]
    if text in _OTHER or text in _ASSIGNING:
        return [_arithmetic(text)]
    return []


def _arithmetic(text):
    assigns = text in _ASSIGNING
    plain = text[:-1] if assigns else text
    other = _OTHER[plain] + ("=" if assigns else "")
    a, result = ("_ a: inout T", "") if assigns else ("_ a: T", " -> T")
    kinds, b = ["BinaryInteger"], "T"
    if plain in ("+", "-"):
        kinds = ["AdditiveArithmetic"]
    elif plain in ("*", "/"):
        kinds = ["BinaryInteger", "FloatingPoint"]
    elif plain.startswith("&") and plain != "&":
        kinds = ["FixedWidthInteger"]
    more = ""
    if plain in ("<<", ">>"):
        more, b = ", U: BinaryInteger", "U"
    forms = [(f"<T: {kind}{more}>({a}, _ b: {b}){result}", f"a {text} b", f"a {other} b") for kind in kinds]
    if plain == "+":
        # Of two collections, the second is left out.
        signature = f"<T: RangeReplaceableCollection, U: Sequence>({a}, _ b: U){result} where U.Element == T.Element"
        forms.append((signature, f"a {text} b", "_ = b" if assigns else "a"))
    if assigns:
        precedence = "Assignment"
    elif plain in _ADDITION:
        precedence = "Addition"
    else:
        precedence = "Multiplication" if plain in _MULTIPLICATION else "BitwiseShift"
    return Broken("arithmetic", other, precedence, forms)
