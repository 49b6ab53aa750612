// The rows of clients of HTTP, with undici; bench.js measures them.
'use strict';

// The size is the port of the server.
function row(connections, path, callers, times) {
  return {
    prepare: (port) => {
      const { Pool } = require('undici');
      return new Pool(`http://127.0.0.1:${port}`, { connections });
    },
    run: async (pool) => {
      const ask = async () => {
        let sum = 0;
        for (let i = 0; i < times; i++) {
          const { statusCode, body } = await pool.request({ path, method: 'GET' });
          await body.text();
          sum += statusCode;
        }
        return sum;
      };
      const sums = await Promise.all(Array.from({ length: callers }, ask));
      return sums.reduce((a, b) => a + b, 0);
    },
    check: (sum) => sum,
  };
}

module.exports = {
  'http-burst': row(1000, '/10', 1000, 1),
  'http-callers': row(50, '/0', 50, 20),
};
