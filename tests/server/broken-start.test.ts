// Each way in which a start can fail, told in one line that says what to do.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataDirExclusive } from '~/db/core/data-dir/data-dir-lock';
import BetterSqlite3, { sqlitePackage } from '~/db/core/sqlite';
import { isRightKey } from '~/services/installation/key-check';
import { startBuilt } from '../support/command';
import { seedOwner } from '../support/seed';
import { createDataDir, startServer, testKeys } from '../support/server';

interface Case {
  /** Makes it so; answers further settings. */
  prepare: (dataDir: string) => Promise<Record<string, string>> | Record<string, string>;
  /** In the line. */
  said: string;
}

async function makeDatabase(dataDir: string): Promise<string> {
  await (await seedOwner(dataDir)).close();
  return join(dataDir, 'wicked.db');
}

async function execute(dataDir: string, statement: string): Promise<Record<string, string>> {
  const db = new BetterSqlite3(await makeDatabase(dataDir));
  db.exec(statement);
  db.close();
  return {};
}

const cases: Record<string, Case> = {
  'a file that is no database': {
    prepare(dataDir) {
      writeFileSync(join(dataDir, 'wicked.db'), 'no database '.repeat(1000));
      return {};
    },
    said: 'is damaged or not a database: restore a backup with: npm run restore FILE',
  },
  'a database whose end is lost': {
    async prepare(dataDir) {
      truncateSync(await makeDatabase(dataDir), 8192);
      return {};
    },
    said: 'is damaged or not a database',
  },
  'a database that is a directory': {
    prepare(dataDir) {
      mkdirSync(join(dataDir, 'wicked.db'));
      return {};
    },
    said: 'cannot be written',
  },
  'a data directory that is a file': {
    prepare(dataDir) {
      const file = join(dataDir, 'file');
      writeFileSync(file, '');
      return { DATA_DIR: file };
    },
    said: 'is not a directory: set it to one.',
  },
  'a data directory in a file': {
    prepare(dataDir) {
      writeFileSync(join(dataDir, 'file'), '');
      return { DATA_DIR: join(dataDir, 'file', 'data') };
    },
    said: 'is not a directory: set it to one.',
  },
  'a data directory on a disk that is not mounted': {
    prepare(dataDir) {
      symlinkSync(join(dataDir, 'disk', 'wicked'), join(dataDir, 'link'));
      return { DATA_DIR: join(dataDir, 'link') };
    },
    said: 'a link to a place that is not there, as when a disk is not mounted',
  },
  'a data directory behind a link to itself': {
    prepare(dataDir) {
      symlinkSync(join(dataDir, 'link'), join(dataDir, 'link'));
      return { DATA_DIR: join(dataDir, 'link') };
    },
    said: 'a link to a place that is not there',
  },
  'a data directory where the system makes none': {
    prepare: () => ({ DATA_DIR: '/proc/wicked/data' }),
    said: 'DATA_DIR=/proc/wicked/data cannot be made: ',
  },
  'a data directory on a file system that nobody can write': {
    prepare: () => ({ DATA_DIR: '/sys/wicked' }),
    said: 'cannot be written',
  },
  'another key': {
    async prepare(dataDir) {
      const { context, close } = await seedOwner(dataDir);
      await isRightKey(context.db, testKeys);
      await close();
      return { APP_KEY: Buffer.alloc(32, 8).toString('base64') };
    },
    said: 'The setting APP_KEY is not the key that the secrets in',
  },
  'a newer schema': {
    prepare: (dataDir) => execute(dataDir, `insert into kysely_migration values ('9999_tomorrow', 'then')`),
    said: 'was used by a newer version of Wicked Integrations (it has 9999_tomorrow)',
  },
  'a schema that was changed by hand': {
    prepare: (dataDir) => execute(dataDir, 'drop table alert_messages'),
    said: 'was changed by something other than this product (the table alert_messages is missing)',
  },
  'the database of another program': {
    prepare(dataDir) {
      const db = new BetterSqlite3(join(dataDir, 'wicked.db'));
      db.exec('create table songs (title text)');
      db.close();
      return {};
    },
    said: 'is the database of another program: set DATA_DIR to a directory of its own.',
  },
  'a restore that is under way': {
    prepare(dataDir) {
      const presence = lockDataDirExclusive(dataDir);
      onTestFinished(() => presence?.end());
      return {};
    },
    said: 'A restore, a change of keys or an upgrade of the database is under way in',
  },
  'a port that is taken': {
    async prepare() {
      const other = createServer();
      await once(other.listen(0, '127.0.0.1'), 'listening');
      onTestFinished(() => void other.close());
      return { PORT: String((other.address() as AddressInfo).port) };
    },
    said: 'Another program, perhaps a server that is already running, listens on 127.0.0.1:',
  },
  'an address with a path': {
    prepare: () => ({ APP_URL: 'https://hooks.example.com/wicked' }),
    said: 'without a path, a query or a login: write https://hooks.example.com.',
  },
  'an address of another machine': {
    prepare: () => ({ HOST: '192.0.2.1' }),
    said: 'This machine has no address 192.0.2.1: set HOST to one that it has.',
  },
  'an address that is none': {
    prepare: () => ({ HOST: '999.1.1.1' }),
    said: 'HOST=999.1.1.1 is no address, and no name that this machine can look up: set it to an address',
  },
  'an IPv6 address in brackets': {
    prepare: () => ({ HOST: '[::1]' }),
    said: 'HOST=[::1] has brackets, which only addresses of pages have: write HOST=::1',
  },
  'a token that is too short': {
    prepare: () => ({ METRICS_TOKEN: 'short' }),
    said: 'The setting METRICS_TOKEN cannot be used: write at least 16 random characters',
  },
};

test.each(Object.entries(cases))('%s', async (_name, { prepare, said }) => {
  const dataDir = createDataDir();
  const env = await prepare(dataDir);
  const { code, stdout, stderr } = await startBuilt('index.js', [], { dataDir, env }).ended;
  expect(stderr).toContain(said);
  // One line on standard error, and nothing that looks like a start.
  expect([code, stderr.trimEnd().split('\n').length, stdout]).toEqual([1, 1, '']);
});

/** Has a directory find all installed packages, the database library without its compiled part. */
function linkPackages(directory: string): void {
  const [installed, found] = [resolve('node_modules'), join(directory, 'node_modules')];
  mkdirSync(found);
  for (const name of readdirSync(installed)) {
    if (name !== sqlitePackage) symlinkSync(join(installed, name), join(found, name));
  }
  const library = join(installed, sqlitePackage);
  const compiled = new Set(['build', 'deps', 'prebuilds', 'src']);
  cpSync(library, join(found, sqlitePackage), {
    recursive: true,
    filter: (path) => !compiled.has(relative(library, path)),
  });
}

test('a database library that is not made for this Node', () => {
  const directory = createDataDir();
  cpSync('build/server', join(directory, 'build/server'), { recursive: true });
  linkPackages(directory);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/server/index.js'], {
    cwd: directory,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      APP_URL: 'http://localhost:3000',
      PORT: '0',
      DATA_DIR: directory,
      SESSION_SECRET: testKeys.sessionSecret,
      APP_KEY: testKeys.appKey.toString('base64'),
    },
  });
  expect(stderr).toBe(
    `The database library is not made for Node ${process.version} on this machine: make it with: npm run build\n`,
  );
  expect([status, stdout]).toEqual([1, '']);
});

test('a setting whose name is mistyped is named in the log, without its value', async () => {
  const env = { OUTBOUND_ALOW: '10.1.2.3', METRICS_TOKN: 'a token that is secret' };
  const server = await startServer({ env });
  expect(await server.kill('SIGTERM')).toBe(0);
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 40, setting: 'OUTBOUND_ALOW', meant: 'OUTBOUND_ALLOW' }),
    expect.objectContaining({ level: 40, setting: 'METRICS_TOKN', meant: 'METRICS_TOKEN' }),
  ]);
  expect(server.output()).not.toMatch(/10\.1\.2\.3|that is secret/);
});

/** What the kernel lets ordinary users listen on; on many machines from 1024 up. */
const lowestPort = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'));

test.runIf(lowestPort > 1)('a port that only root may listen on', async () => {
  const dataDir = createDataDir();
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(dataDir, 1000, 1000);
  const user = isRoot ? { uid: 1000, gid: 1000 } : {};
  const { code, stderr } = await startBuilt('index.js', [], { dataDir, env: { PORT: '1' }, ...user }).ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining('may not listen on 127.0.0.1:1,')]);
});
