// `npm run rotate-key` where `.env` holds the key: the file and the database change together, or can be made to.
import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readInstallation } from '~/db/core/installation';
import { openDatabase } from '~/db/core/open';
import { isRightKey, opensKeyCheck } from '~/services/installation/key-check';
import { maintain } from '../support/command';
import { seedOwner } from '../support/seed';
import { createDataDir, testKeys } from '../support/server';
import { createSmallDisk, fillUp, mayMount } from './small-disk';

const formerKey = testKeys.appKey.toString('base64');

/** A checkout with a `.env` whose key the database is sealed with. */
async function checkOut() {
  const root = createDataDir();
  cpSync('scripts', join(root, 'scripts'), { recursive: true });
  cpSync('package.json', join(root, 'package.json'));
  symlinkSync(join(process.cwd(), 'build'), join(root, 'build'));
  const dataDir = join(root, 'data');
  mkdirSync(dataDir);
  const seed = await seedOwner(dataDir);
  await isRightKey(seed.context.db, testKeys);
  await seed.close();
  writeEnv(root, '.env', formerKey);
  return { root, dataDir };
}

/** Lines around the key, of which none may change. */
function writeEnv(root: string, name: string, key: string): void {
  const lines = [
    '# Ours',
    'APP_URL=http://localhost:3999',
    'DATA_DIR=./data',
    `SESSION_SECRET=${testKeys.sessionSecret.replaceAll(/[ ,]/g, '-')}`,
    `APP_KEY=${key}`,
    'PORT=3999',
  ];
  writeFileSync(join(root, name), `${lines.join('\n')}\n`);
}

function rotate(root: string, environment: Record<string, string> = {}, words: string[] = []) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/rotate-key.js', ...words],
      { cwd: root, env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

async function opens(dataDir: string, key: string): Promise<boolean> {
  const db = openDatabase(join(dataDir, 'wicked.db'));
  const { keyCheck } = await readInstallation(db);
  await db.close();
  return keyCheck !== null && opensKeyCheck(keyCheck, Buffer.from(key, 'base64'));
}

const readEnv = (root: string, name = '.env') => readFileSync(join(root, name), 'utf8');
const keyOf = (text: string) => parseEnv(text).APP_KEY ?? '';
const listEnvs = (root: string) => readdirSync(root).filter((name) => name.startsWith('.env'));

test('the new key stands in .env and seals the database; the former .env is kept', async () => {
  const { root, dataDir } = await checkOut();
  const former = readEnv(root);
  const { code, output } = await rotate(root);
  expect(code, output).toBe(0);
  const key = keyOf(readEnv(root));
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(readEnv(root)).toBe(former.replace(formerKey, key));
  expect([await opens(dataDir, formerKey), await opens(dataDir, key)]).toEqual([false, true]);
  const kept = listEnvs(root).filter((name) => name !== '.env');
  expect(kept).toEqual([expect.stringMatching(/^\.env\.before-\d{8}T\d{6}Z$/)]);
  // No line asks for a setting that the file has already.
  expect(output).toContain(
    '.env has the new key as APP_KEY: start the server as before. The former key is in ',
  );
  expect(output).toContain(kept[0]);
  expect(output).not.toContain('NEW_APP_KEY');
  expect(readEnv(root, kept[0])).toBe(former);
  for (const name of listEnvs(root)) expect(statSync(join(root, name)).mode & 0o777, name).toBe(0o600);
});

test('what was interrupted before .env changed is finished with the same key', async () => {
  const { root, dataDir } = await checkOut();
  const key = Buffer.alloc(32, 9).toString('base64');
  writeEnv(root, '.env.next', key);
  const first = await maintain(dataDir, ['rotate-key'], { NEW_APP_KEY: key });
  expect(first.code, first.stderr).toBe(0);
  expect(first.stdout).toContain('make the value of NEW_APP_KEY the APP_KEY in its settings');
  expect(await opens(dataDir, key)).toBe(true);
  const { code, output } = await rotate(root);
  expect(code, output).toBe(0);
  expect(keyOf(readEnv(root))).toBe(key);
  expect(await opens(dataDir, key)).toBe(true);
  expect(listEnvs(root)).not.toContain('.env.next');
});

test('what was written into .env after a refused or killed try stays, beside the key of that try', async () => {
  const { root, dataDir } = await checkOut();
  const first = readEnv(root);
  writeFileSync(join(root, '.env'), first.replace('./data', './nowhere'));
  const refused = await rotate(root);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('There is no database') });
  const key = keyOf(readEnv(root, '.env.next'));
  const edited = first.replace('# Ours', '# Ours, and more\nMAIL_FROM="Ours <ours@example.com>"');
  writeFileSync(join(root, '.env'), edited);
  const { code, output } = await rotate(root);
  expect(code, output).toBe(0);
  expect(readEnv(root)).toBe(edited.replace(formerKey, key));
  expect(await opens(dataDir, key)).toBe(true);
  const kept = listEnvs(root).find((name) => name !== '.env');
  expect(readEnv(root, kept)).toBe(edited);
});

test('a key that was written for a shell, after a former one, is replaced where it counts', async () => {
  const { root, dataDir } = await checkOut();
  const other = Buffer.alloc(32, 1).toString('base64');
  const line = `APP_KEY=${formerKey}`;
  const former = readEnv(root).replace(line, `APP_KEY=${other}\nexport  APP_KEY="${formerKey}"`);
  writeFileSync(join(root, '.env'), former);
  const { code, output } = await rotate(root);
  expect(code, output).toBe(0);
  const [, key = ''] = /^export {2}APP_KEY=(.*)$/m.exec(readEnv(root)) ?? [];
  expect(readEnv(root)).toBe(former.replace(`"${formerKey}"`, key));
  expect(await opens(dataDir, key)).toBe(true);
});

test('where no file can be written beside .env, nothing changes and the line says so', async () => {
  const { root, dataDir } = await checkOut();
  mkdirSync(join(root, '.env.next.part'));
  expect(await rotate(root)).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^The new key cannot be written beside \.env: .*\. Nothing was changed\. [^\n]*\n$/,
    ),
  });
  expect(await opens(dataDir, formerKey)).toBe(true);
});

test.skipIf(!mayMount)('settings on a disk that fills are changed whole, or not at all', async () => {
  const { root, dataDir } = await checkOut();
  const disk = createSmallDisk(1);
  const [file, filler] = [join(disk, 'wicked.env'), join(disk, 'filler')];
  cpSync(join(root, '.env'), file);
  rmSync(join(root, '.env'));
  fillUp(filler);
  // Room for the file with the new key, and not for the copy of the former one.
  truncateSync(filler, statSync(filler).size - 4096);
  const full = await rotate(root, { ENV_FILE: file });
  expect(full.code).toBe(1);
  expect(full.output).toContain(
    `The new key is in ${file}.next, but ${file} could not be replaced by it: ENOSPC`,
  );
  expect(readdirSync(disk).toSorted()).toEqual(['filler', 'wicked.env', 'wicked.env.next']);
  rmSync(filler);
  expect(await rotate(root, { ENV_FILE: file })).toMatchObject({ code: 0 });
  expect(await opens(dataDir, parseEnv(readFileSync(file, 'utf8')).APP_KEY ?? '')).toBe(true);
});

test('between two keys a backup is restored with both, and reseal comes before another key', async () => {
  const { root, dataDir } = await checkOut();
  const between = { APP_KEY: Buffer.alloc(32, 9).toString('base64'), OTHER_APP_KEY: formerKey };
  const file = join(dataDir, 'between.db');
  expect((await maintain(dataDir, ['backup', file], between)).code).toBe(0);
  expect(await maintain(dataDir, ['restore', file], between)).toMatchObject({ code: 0, stderr: '' });
  writeEnv(root, '.env', between.APP_KEY);
  appendFileSync(join(root, '.env'), `OTHER_APP_KEY=${formerKey}\n`);
  expect(await rotate(root)).toEqual({
    code: 1,
    output: expect.stringMatching(/^OTHER_APP_KEY is set[^\n]*npm run reseal[^\n]*\n$/),
  });
  expect(listEnvs(root)).toEqual(['.env']);
  expect(await opens(dataDir, formerKey)).toBe(true);
  expect(await maintain(dataDir, ['reseal'], between)).toMatchObject({ code: 0, stderr: '' });
  expect(await opens(dataDir, between.APP_KEY)).toBe(true);
});

test('a key that does not come from .env alone is left as it is', async () => {
  const { root, dataDir } = await checkOut();
  const beside = await rotate(root, { APP_KEY: Buffer.alloc(32, 1).toString('base64') });
  expect(beside).toEqual({
    code: 1,
    output: 'APP_KEY is set beside .env, and differs from it: take one of them away first.\n',
  });
  writeFileSync(join(root, '.env'), 'PORT=3999\n');
  const nowhere = await rotate(root);
  expect(nowhere.code).toBe(1);
  expect(nowhere.output).toContain('The key does not come from .env.');
  expect(await opens(dataDir, formerKey)).toBe(true);
  expect(listEnvs(root)).toEqual(['.env']);
});

test.each([
  ['--help', 0],
  ['--dry-run', 1],
])('with %s behind it, it changes nothing', async (word, code) => {
  const { root, dataDir } = await checkOut();
  const former = readEnv(root);
  expect(await rotate(root, {}, [word])).toEqual({
    code,
    output: expect.stringContaining(
      'npm run rotate-key takes no arguments: it encrypts all secrets with a new APP_KEY and writes that into .env. Nothing was changed.',
    ),
  });
  expect([readEnv(root), listEnvs(root), await opens(dataDir, formerKey)]).toEqual([former, ['.env'], true]);
});
