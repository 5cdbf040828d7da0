"""The REST API, version 1 (docs/api.md): doors that parse, call one service or query, answer."""
