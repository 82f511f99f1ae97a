"""Foreign texts that try to do more than be read: escapes, scripts, line ends."""

from typing import Any

TAINTS = {
    "escapes": "ha\x1b]0;not from here\x07\x1b[31m\x9bnd",
    "newlines": "a\r\nSet-Cookie: taken=1\r\n\r\nb\u2028c",
    "directions": "\u202enot\u2066\u200f",
    "half a letter": "\ud800",
    "script": "</script><script>alert(1)</script><!-- <svg onload=alert(1)>",
    "quotes": '"\' onfocus=alert(1) autofocus x="',
    "format": "%s%n%(x)s {0} {{ 7 * 7 }} {% raw %} ${x}",
    "a file of ours": '"/static/page.js" /boards/0a0a0a0a0a0a0a0a.jpg',
    "a lot": "x" * 1_000_000,
}


def of(taint: str, value: Any) -> Any:
    """An answer of the station's with the taint for each of its texts."""
    match value:
        case str():
            return taint
        case dict():
            return {key: of(taint, it) for key, it in value.items()}
        case list():
            return [of(taint, it) for it in value]
    return value
