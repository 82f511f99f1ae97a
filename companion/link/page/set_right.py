"""Whether what is set of the page's way through another web server can be what is meant."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from companion.link.errors import LinkError
from companion.settings.sections import LinkSettings


def check_page(link: LinkSettings) -> None:
    """Look at the page's settings; raises LinkError."""
    if link.page_url and not _is_page(link.page_url):
        raise LinkError(
            f"[link] page_url is {link.page_url!r}, and no address of a page; write it with https:// or "
            'http:// and without a path, for example "https://five-lines.museum.lan/"'
        )
    for address in link.page_proxy.split(",") if link.page_proxy else ():
        try:
            ip_address(address.strip())
        except ValueError as error:
            raise LinkError(
                f"[link] page_proxy is {link.page_proxy!r}, and no address of a machine: whoever is believed "
                'otherwise can try PINs without end; write for example "127.0.0.1"'
            ) from error


def _is_page(url: str) -> bool:
    try:
        parts = urlsplit(url)
        named = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return named and parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username)
