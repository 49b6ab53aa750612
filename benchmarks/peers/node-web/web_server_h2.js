// The web server, by HTTP/2. Prints its port.
'use strict';
process.argv.splice(3, Infinity, '-', 'h2');
require('./web_server.js');
