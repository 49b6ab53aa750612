"""Runs Autobahn's cases of WebSocket: autobahn.py FOLDER (client | server) SPECIFICATION, under Jython."""
import json
import sys

sys.path.insert(0, sys.argv[1])

from autobahntestsuite import fuzzing
from autobahn.websocket import listenWS
from twisted.internet import reactor

specification = json.load(open(sys.argv[3]))
if sys.argv[2] == "client":
    # Ends by itself.
    fuzzing.startClient(specification)
else:
    listenWS(fuzzing.FuzzingServerFactory(specification))
reactor.run()
