"""Network addresses of those who ask."""

import ipaddress


def address_of(seen: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the address that a connection or a proxy names; None where that is none.

    A server that listens to both kinds sees the older kind written as the newer one; this is the older one then.
    """
    try:
        address = ipaddress.ip_address(seen)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
