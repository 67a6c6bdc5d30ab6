import { expect, test } from 'vitest';
import { describeStartupError } from '~/services/installation/startup-errors';

const place = { dataDir: '/var/lib/wicked', host: '127.0.0.1', port: 80 };

/** As Node makes it: the same code for a port as for a file. */
function forbid(syscall: string): Error {
  return Object.assign(new Error(`${syscall} EACCES: permission denied`), { code: 'EACCES', syscall });
}

test('a port that the user may not listen on is not taken for a directory', () => {
  expect(describeStartupError(forbid('listen'), place)).toMatch(
    /^The user that the server runs as may not listen on 127\.0\.0\.1:80, .* set PORT to a higher one, [^\n]*$/,
  );
  expect(describeStartupError(forbid('open'), place)).toContain('DATA_DIR=/var/lib/wicked cannot be written');
});

test('a port that is taken is changed together with the address', () => {
  const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', syscall: 'listen' });
  expect(describeStartupError(taken, place)).toMatch(/set PORT to another port and APP_URL to the address/);
});

function findInTheWay(path: string): Error {
  return Object.assign(new Error(`EEXIST: file already exists, mkdir '${path}'`), { code: 'EEXIST', path });
}

test('a file where a directory of its own is to be is not taken for a wrong DATA_DIR', () => {
  expect(describeStartupError(findInTheWay('/var/lib/wicked/backups'), place)).toBe(
    '/var/lib/wicked/backups is not a directory: move it away.',
  );
  expect(describeStartupError(findInTheWay('/var/lib/wicked'), place)).toContain(
    'DATA_DIR=/var/lib/wicked is not',
  );
});

test('a disk that has no room for what SQLite maps into memory may be full', () => {
  const failure = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_SHMSIZE' });
  expect(describeStartupError(failure, place)).toMatch(
    /^The disk of DATA_DIR=.* is full or fails: make room/,
  );
});
