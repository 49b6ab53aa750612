// The files of a folder: how many there are, their bytes, and the SHA-256 of their SHA-256s in the order of their names.
'use strict';
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const folder = process.argv[2];
const files = fs.readdirSync(folder).sort();
const digests = crypto.createHash('sha256');
let total = 0;
for (const name of files) {
  const data = fs.readFileSync(path.join(folder, name));
  total += data.length;
  digests.update(crypto.createHash('sha256').update(data).digest());
}
console.log(`${files.length} files, ${total} bytes, ${digests.digest('hex')}`);
