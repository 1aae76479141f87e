"""A stand-in for the package requests, of the standard library: what the page on Python uses of it (docs/guides/python.md)."""

import json as json_module
import re
import urllib.error
import urllib.parse
import urllib.request


class RequestException(OSError):
    pass


class Response:
    def __init__(self, status, headers, content):
        self.status_code, self.headers, self.text = status, headers, content.decode()

    def json(self):
        return json_module.loads(self.text)

    @property
    def links(self):
        found = re.findall(r'<([^>]*)>; rel="([^"]*)"', self.headers.get("Link", ""))
        return {rel: {"url": url} for url, rel in found}


class Session:
    def __init__(self):
        self.headers = {}

    def request(self, method, url, params=None, json=None, headers=None, timeout=None):
        if params:
            url += "?" + urllib.parse.urlencode(params)
        sent = {**self.headers, **(headers or {})}
        body = None
        if json is not None:
            sent["Content-Type"], body = "application/json", json_module.dumps(json).encode()
        request = urllib.request.Request(url, body, sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return Response(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            return Response(error.code, error.headers, error.read())
        except OSError as error:
            raise RequestException(str(error)) from error
