// What the container, its composition and the sidecar have to agree on with the server and with each other.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { load } from 'js-yaml';
import { readConfig } from '~/config';
import { sqlitePackage } from '~/db/core/sqlite';

const dockerfile = readFileSync('Dockerfile', 'utf8');
/** The part that runs. */
const image = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

interface Service {
  image: string;
  user?: string;
  env_file: string | { path: string; required: boolean }[];
  ports?: string[];
  volumes: string[];
  profiles?: string[];
  read_only: boolean;
  tmpfs: string[];
  cap_drop: string[];
  security_opt: string[];
  restart: string;
  stop_grace_period: string;
  init?: boolean;
  mem_limit: string;
  logging: { driver: string; options: Record<string, string> };
  healthcheck?: { test: string[]; start_period: string };
  command?: string;
}

const compose = load(readFileSync('compose.yaml', 'utf8')) as {
  services: { app: Service; litestream: Service };
  volumes: Record<string, null>;
};
const { app, litestream } = compose.services;

const sidecar = load(readFileSync('litestream.yml', 'utf8')) as {
  dbs: { path: string; 'busy-timeout': string; replica: Record<string, string> }[];
  snapshot: Record<string, string>;
};

function readEnvironment(): Record<string, string> {
  const [, pairs = ''] = /^ENV (.*)$/m.exec(image) ?? [];
  return Object.fromEntries(pairs.split(' ').map((pair) => pair.split('=', 2) as [string, string]));
}

test('the image sets what the server reads, and the server starts with it and three settings more', () => {
  const { NODE_ENV, SQLITE_TMPDIR: _forSqlite, ...settings } = readEnvironment();
  expect(NODE_ENV).toBe('production');
  const keys = { SESSION_SECRET: 'x'.repeat(32), APP_KEY: Buffer.alloc(32).toString('base64') };
  const read = readConfig({ ...settings, ...keys, APP_URL: 'https://hooks.example.com' });
  expect(read).toMatchObject({
    kind: 'config',
    config: { host: '0.0.0.0', port: Number(settings.PORT), dataDir: settings.DATA_DIR },
  });
  expect(Object.keys(settings)).toEqual(['HOST', 'PORT', 'DATA_DIR']);
});

test('a start that upgrades a large database counts as starting, not as unhealthy', () => {
  const [, inImage] = /^HEALTHCHECK .*--start-period=(\S+) /m.exec(image) ?? [];
  // By these minutes for each GiB (`app/db/core/migration-space.ts`), 30 GiB of steps.
  expect([inImage, app.healthcheck?.start_period]).toEqual(['1h', '1h']);
});

test('port and data directory are the same everywhere', () => {
  const { PORT, DATA_DIR } = readEnvironment();
  expect(/^EXPOSE (.*)$/m.exec(image)?.[1]).toBe(PORT);
  expect(/^VOLUME (.*)$/m.exec(image)?.[1]).toBe(DATA_DIR);
  expect(app.ports).toEqual([`127.0.0.1:3000:${PORT}`]);
  for (const { volumes } of [app, litestream]) expect(volumes[0]).toBe(`data:${DATA_DIR}`);
  expect(Object.keys(compose.volumes)).toEqual(['data']);
  const [database, ...more] = sidecar.dbs;
  expect(more).toEqual([]);
  // The name is the server's: a test of the running image finds the file under it.
  expect(database?.path).toBe(`${DATA_DIR}/wicked.db`);
});

test('what SQLite writes beside a database while it rewrites it lies on the disk of the data, not in the memory of /tmp', () => {
  const { DATA_DIR = '', SQLITE_TMPDIR } = readEnvironment();
  expect([SQLITE_TMPDIR, app.tmpfs]).toEqual([DATA_DIR, ['/tmp']]);
  const directory = mkdtempSync(join(tmpdir(), 'wicked-container-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const program = `
    const { readdirSync, readlinkSync } = require('node:fs');
    const sqlite = new (require(process.argv[1]))(':memory:');
    sqlite.pragma('temp.cache_size = 1');
    sqlite.exec('create temp table t as select zeroblob(1000000)');
    const links = readdirSync('/proc/self/fd').map((fd) => { try { return readlinkSync('/proc/self/fd/' + fd); } catch { return ''; } });
    console.log(links.filter((link) => link.startsWith(process.env.SQLITE_TMPDIR)).length);`;
  const env = { ...process.env, SQLITE_TMPDIR: directory };
  const { stdout, stderr } = spawnSync(process.execPath, ['--eval', program, sqlitePackage], {
    env,
    encoding: 'utf8',
  });
  expect([stdout, stderr]).toEqual(['1\n', '']);
});

test('neither container runs as root, writes outside of the data or gains anything', () => {
  expect(/^USER (.*)$/m.exec(image)?.[1]).toBe('node');
  expect(image.indexOf('\nUSER ')).toBeGreaterThan(image.lastIndexOf('\nRUN '));
  // The image's user `node` has this number.
  expect(litestream.user).toBe('1000:1000');
  for (const service of [app, litestream]) {
    expect(service).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      restart: 'unless-stopped',
    });
  }
});

test('neither log nor memory grows without a bound, and compose asks whether it can work', () => {
  for (const { logging, mem_limit } of [app, litestream]) {
    expect(logging.options).toEqual({ 'max-size': '10m', 'max-file': '5' });
    expect(mem_limit).toMatch(/^\d+[mg]$/);
  }
  const [kind, command, flag, script = ''] = app.healthcheck?.test ?? [];
  expect([kind, command, flag]).toEqual(['CMD', 'node', '-e']);
  // Compose makes one dollar of two.
  expect(script).toContain('http://127.0.0.1:$${process.env.PORT}/readyz');
  const parsed = spawnSync(process.execPath, ['--check', '-'], { input: script.replaceAll('$$', '$') });
  expect(parsed.status).toBe(0);
});

test('there is more time to stop than the server takes', () => {
  const [, drainMs = ''] = /const drainMs = ([\d_]+)/.exec(readFileSync('server.ts', 'utf8')) ?? [];
  const graceMs = Number.parseInt(app.stop_grace_period, 10) * 1000;
  expect(Number(drainMs.replace('_', ''))).toBeGreaterThan(0);
  expect(graceMs).toBeGreaterThanOrEqual(Number(drainMs.replace('_', '')) + 5_000);
  expect(/^STOPSIGNAL (.*)$/m.exec(image)?.[1]).toBe('SIGTERM');
  expect(app.init).toBe(true);
});

function listLines(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n');
}

test('no key comes near the image or the repository', () => {
  expect(listLines('.dockerignore')).toEqual(expect.arrayContaining(['.env*', '*.env', '.git', 'data']));
  expect(listLines('.gitignore')).toEqual(expect.arrayContaining([app.env_file, 'litestream.env']));
  expect(listLines('.gitignore').some((line) => /^\.env\*?$/.test(line))).toBe(true);
  expect(image).not.toMatch(/SECRET|APP_KEY|TOKEN/);
  expect(Object.values(sidecar.dbs[0]?.replica ?? {}).join(' ')).not.toMatch(/AKIA|secret/i);
});

test('the sidecar is asked for by its profile, and its configuration is one of Litestream 0.5', () => {
  expect(litestream.profiles).toEqual(['litestream']);
  expect(litestream.image).toMatch(/^litestream\/litestream:0\.5/);
  expect(litestream.command).toBe('replicate');
  expect(litestream.volumes[1]).toBe('./litestream.yml:/etc/litestream.yml:ro');
  expect(litestream.env_file).toEqual([{ path: 'litestream.env', required: false }]);
  // The names of its reference; `replicas`, a list, is that of the versions before.
  expect(Object.keys(sidecar).toSorted()).toEqual(['dbs', 'snapshot']);
  expect(Object.keys(sidecar.dbs[0] ?? {}).toSorted()).toEqual(['busy-timeout', 'path', 'replica']);
  expect(Object.keys(sidecar.dbs[0]?.replica ?? {}).toSorted()).toEqual(['sync-interval', 'url']);
  expect(Object.keys(sidecar.snapshot).toSorted()).toEqual(['interval', 'retention']);
  const durations = [sidecar.dbs[0]?.['busy-timeout'], ...Object.values(sidecar.snapshot)];
  for (const duration of durations) expect(duration).toMatch(/^\d+(?:ms|s|m|h)$/);
});

test('both parts have the same Node, of one version, and build without a compiler', () => {
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(bases).toHaveLength(2);
  expect(new Set(bases).size).toBe(1);
  expect(bases[0]).toMatch(/^node:24\.\d+\.\d+-slim$/);
  expect(dockerfile).not.toMatch(/apt-get|apk |curl|gcc|g\+\+|python/);
  // `npm ci` comes before the rest is copied: what keeps it from running scripts must be there.
  expect(dockerfile).toMatch(/^COPY package\.json package-lock\.json \.npmrc \.\/\nRUN npm ci$/m);
  expect(listLines('.npmrc')).toContain('ignore-scripts=true');
});
