"""Hooks of schemathesis: restricts games, engines and matches to those of the server, so that most requests get past
the lookup of their names."""

import json
import os
import urllib.request

import schemathesis


def fetch(path, body=None):
    """Text at a path of the server; with a body, the response to a POST."""
    headers = {"Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(os.environ["PARLOR_URL"] + path, data, headers)) as response:
        return response.read().decode()


@schemathesis.hook
def before_load_schema(context, raw_schema):
    games = json.loads(fetch("/api/games"))
    schemas = raw_schema["components"]["schemas"]
    schemas["SetupRequest"]["properties"]["game"]["enum"] = [game["name"] for game in games]
    engines = sorted({engine["name"] for game in games for engine in game["engines"]})
    for seat in schemas["SeatRequest"]["oneOf"]:
        if "engine" in seat["properties"]:
            seat["properties"]["engine"]["enum"] = engines
    schemas["SearchTraceRequest"]["properties"]["engine"]["enum"] = engines
    matches = [create_match(game) for game in games]
    for path in raw_schema["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", []):
                if parameter["name"] == "id":
                    parameter["schema"]["enum"] = [*matches, "aaaaaaaaaaaaaaaa"]
    records = raw_schema["paths"]["/api/records"]["post"]["requestBody"]["content"]["text/plain"]
    records["examples"] = {match: {"value": fetch(f"/api/matches/{match}/record")} for match in matches}


def create_match(game):
    """Id of a new match between two people at one screen."""
    body = {"setup": {"game": game["name"]}, "seats": [{"kind": "you"}] * game["seats"]}
    return json.loads(fetch("/api/matches", body))["id"]
