// Where the commands that keep an installation find its settings, what they say when they do not, and that they write none.
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { isRightKey } from '~/services/installation/key-check';
import { findFreePort } from '../support/free-port';
import { seedOwner } from '../support/seed';
import { createDataDir, testKeys } from '../support/server';
import { createCheckout, startCommand } from './checkout';
import { createShell } from './shell';

/** A checkout, and an installation whose settings and data are elsewhere. */
async function createService() {
  const checkout = createCheckout();
  const directory = createDataDir();
  const path = (name: string) => join(directory, name);
  for (const name of ['etc', 'mnt/nas/wicked', 'srv/wicked', 'var/lib/wicked'])
    mkdirSync(path(name), { recursive: true });
  symlinkSync(checkout, path('srv/wicked/current'));
  const seed = await seedOwner(path('var/lib/wicked'));
  await isRightKey(seed.context.db, testKeys);
  await seed.close();
  const settings = {
    APP_URL: 'https://hooks.example.com',
    DATA_DIR: path('var/lib/wicked'),
    SESSION_SECRET: 'x'.repeat(32),
    APP_KEY: testKeys.appKey.toString('base64'),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(path('etc/wicked.env'), lines.join(''), { mode: 0o640 });
  const replaced: [string | RegExp, string][] = [
    [/(?<![\w.])\/(?=(?:etc|mnt|srv|var)\/)/g, `${directory}/`],
    [' -o wicked -g wicked', ''],
  ];
  const shell = createShell(directory, replaced, { systemctl: ':' });
  return { checkout, path, shell, settings, text: lines.join('') };
}

function maintain(checkout: string, args: string[], env: Record<string, string> = {}) {
  return startCommand(checkout, [process.execPath, 'scripts/maintain.js', ...args], env).ended;
}

const listEnvs = (directory: string) =>
  readdirSync(directory).filter((name) => name.startsWith('.env') && name !== '.env.example');

test('the commands of the documents find the settings of the service', async () => {
  const { checkout, path, shell, settings } = await createService();
  const wrote = await shell.runBlock('docs/operations.md', 'backup-service');
  expect(wrote).toContain(`Wrote ${path('var/lib/wicked/backups/wicked-')}`);
  const [backup = ''] = readdirSync(path('var/lib/wicked/backups'));
  const nightly = 'wicked-20260105T030000Z-nightly.db';
  symlinkSync(path(`var/lib/wicked/backups/${backup}`), path(`var/lib/wicked/backups/${nightly}`));
  const restored = await shell.runBlock('docs/operations.md', 'restore-service');
  expect(restored).toContain(`${nightly} as ${path('var/lib/wicked/wicked.db')}`);
  await shell.runBlock('docs/operations.md', 'rotate-service');
  const { APP_KEY, ...rest } = parseEnv(readFileSync(path('etc/wicked.env'), 'utf8'));
  expect({ ...rest, APP_KEY: settings.APP_KEY }).toEqual(settings);
  expect(APP_KEY).not.toBe(settings.APP_KEY);
  expect(readdirSync(path('etc')).toSorted()).toEqual([
    'wicked.env',
    expect.stringMatching(/^wicked\.env\.before-\d{8}T\d{6}Z$/),
  ]);
  expect([listEnvs(checkout), existsSync(join(checkout, 'data'))]).toEqual([[], false]);
});

test('the commands of the documents find a .env in the checkout', async () => {
  const { checkout, path, text } = await createService();
  writeFileSync(join(checkout, '.env'), text);
  const shell = createShell(checkout, [['/mnt/', `${path('mnt')}/`]]);
  const wrote = await shell.runBlock('docs/operations.md', 'backup');
  expect(wrote).toContain(`Wrote ${path('mnt/nas/wicked/copy.db')}`);
  expect(readdirSync(path('var/lib/wicked/backups'))).toHaveLength(1);
  const backup = join(checkout, 'data/backups/wicked-20260105T030000Z-nightly.db');
  cpSync(path('mnt/nas/wicked/copy.db'), backup);
  const restored = await shell.runBlock('docs/operations.md', 'restore');
  expect(restored).toContain(`Restored ${backup} as ${path('var/lib/wicked/wicked.db')}`);
  expect([listEnvs(checkout), readFileSync(join(checkout, '.env'), 'utf8')]).toEqual([['.env'], text]);
  await shell.runBlock('docs/operations.md', 'rotate');
  expect(parseEnv(readFileSync(join(checkout, '.env'), 'utf8')).APP_KEY).not.toBe(parseEnv(text).APP_KEY);
});

test('a file that an editor of Windows saved is read from its first line on, and one in UTF-16 is refused in a line', async () => {
  const { checkout, path, settings } = await createService();
  const { APP_KEY, ...others } = settings;
  const lines = Object.entries({ APP_KEY, ...others }).map(([name, value]) => `${name}="${value}"\r\n`);
  const text = `\ufeff${lines.join('')}`;
  const ENV_FILE = path('etc/saved.env');
  writeFileSync(ENV_FILE, text);
  const read = await maintain(checkout, ['backup'], { ENV_FILE });
  expect([read.code, read.stderr]).toEqual([0, '']);
  writeFileSync(ENV_FILE, Buffer.from(text, 'utf16le'));
  const refused = await maintain(checkout, ['backup'], { ENV_FILE });
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `The settings cannot be read: ${ENV_FILE} is not in UTF-8: save it as UTF-8\n`,
  ]);
});

test('the commands of the documents move an installation to another machine', async () => {
  const [former, next] = [await createService(), await createService()];
  await former.shell.runBlock('docs/operations.md', 'move-from');
  // The service makes it at its first start, which is still to come there.
  rmSync(next.path('var/lib/wicked'), { recursive: true });
  await next.shell.runBlock('docs/operations.md', 'move-directory');
  expect(statSync(next.path('var/lib/wicked')).mode & 0o777).toBe(0o700);
  cpSync(former.path('var/lib/wicked/move.db'), next.path('var/lib/wicked/move.db'));
  const wrote = await next.shell.runBlock('docs/operations.md', 'move-to');
  expect(wrote).toContain(`as ${next.path('var/lib/wicked/wicked.db')}: 1 user, 1 organization,`);
  expect(wrote).toContain('Resumed: everything that waited starts now.');
});

test('asked for help, or with arguments that they do not take, they do nothing', async () => {
  const { checkout, path } = await createService();
  for (const args of [
    ['backup', '--help'],
    ['resume', '-h'],
    ['admin', 'pause', '--help'],
  ]) {
    const { code, stdout, stderr } = await maintain(checkout, args);
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringMatching(/^Usage:\n/)]);
  }
  const ENV_FILE = path('etc/wicked.env');
  const refused = await maintain(checkout, ['backup', 'a.db', 'b.db'], { ENV_FILE });
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(
    /^backup does not take “b\.db”: nothing was done\.\nUsage:\n {2}backup [^\n]+\n$/,
  );
  const unnamed = await maintain(checkout, ['admin', 'verify'], { ENV_FILE });
  expect([unnamed.code, unnamed.stdout]).toEqual([1, '']);
  expect(unnamed.stderr).toMatch(
    /^admin verify needs EMAIL: nothing was done\.\nUsage:\n {2}admin verify [^\n]+\n$/,
  );
  expect(readdirSync(checkout).filter((name) => /\.db$|^-/.test(name))).toEqual([]);
});

test('without settings they say which are missing and how to name them', async () => {
  const { checkout } = await createService();
  for (const args of [['backup'], ['restore', 'backup.db']]) {
    const { code, stdout, stderr } = await maintain(checkout, args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^Missing settings: SESSION_SECRET and APP_KEY\. [^\n]*\.env has them\. [^\n]*ENV_FILE=\/etc\/wicked\.env npm run \w+\n$/,
    );
  }
  const unread = await maintain(checkout, ['backup'], { ENV_FILE: '/nowhere/wicked.env' });
  expect([unread.code, unread.stderr]).toEqual([
    1,
    expect.stringMatching(/^The settings cannot be read: [^\n]*\n$/),
  ]);
  expect([listEnvs(checkout), existsSync(join(checkout, 'data'))]).toEqual([[], false]);
});

test('without a database they say where they looked and how to name another place', async () => {
  const { checkout, path, settings } = await createService();
  const { DATA_DIR: _elsewhere, ...keys } = settings;
  const file = path('mnt/backup.db');
  for (const args of [['backup'], ['restore', file], ['admin', 'list']]) {
    const { code, stderr } = await maintain(checkout, args, keys);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`There is no database in ${join(checkout, 'data')}, `),
    ]);
    expect(stderr).toMatch(/set DATA_DIR to the directory that the server uses.*ENV_FILE=[^\n]*\n$/);
  }
  const named = await maintain(checkout, ['backup'], { ...keys, DATA_DIR: path('mnt') });
  expect(named.stderr).toContain(
    `There is no database in ${path('mnt')}, which is DATA_DIR=${path('mnt')}: `,
  );
  expect([listEnvs(checkout), existsSync(join(checkout, 'data'))]).toEqual([[], false]);

  // On a new machine the directory is named, and there is nothing in it yet.
  expect((await maintain(checkout, ['backup', file], settings)).code).toBe(0);
  rmSync(settings.DATA_DIR, { recursive: true });
  const restored = await maintain(checkout, ['restore', file], settings);
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(restored.stdout).toContain(`Restored ${file} as ${join(settings.DATA_DIR, 'wicked.db')}`);
});

test('a first start writes its keys, and takes an address that fits its port', async () => {
  const checkout = createCheckout();
  const PORT = String(await findFreePort());
  const first = startCommand(checkout, [process.execPath, 'scripts/start.js'], { PORT });
  await first.told(new RegExp(`open http://localhost:${PORT}/signup`));
  first.process.kill('SIGTERM');
  expect([(await first.ended).code, listEnvs(checkout)]).toEqual([0, ['.env']]);
  const { SESSION_SECRET, APP_KEY } = parseEnv(readFileSync(join(checkout, '.env'), 'utf8'));
  expect([SESSION_SECRET?.length, Buffer.from(APP_KEY ?? '', 'base64').length]).toEqual([64, 32]);
});

test('a start that has its keys from elsewhere writes none', async () => {
  const { checkout, path, settings } = await createService();
  const start = (env: Record<string, string>) =>
    startCommand(checkout, [process.execPath, 'scripts/start.js'], { ...env, PORT: '0' });
  for (const env of [settings, { ENV_FILE: path('etc/wicked.env') }]) {
    const server = start(env);
    await server.told(/ready at https:\/\/hooks\.example\.com/);
    server.process.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  }
  expect(listEnvs(checkout)).toEqual([]);
});
