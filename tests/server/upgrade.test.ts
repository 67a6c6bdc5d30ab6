// The service as the documents set it up, upgrade it and go back: their commands as they stand there, without systemd, on a
// server that is asked for pages and their parts all the while. Packages are not installed and nothing is bundled again,
// which the image's test does: the first build is the one that is tested, the second one is made of it.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { findBlock, listBlocks } from '../docs/documents';
import { createDataDir } from '../support/server';
import { type RunningCommand, startCommand } from './checkout';
import { createShell } from './shell';

const here = process.cwd();

function git(cwd: string, ...args: string[]): string {
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  return execFileSync('git', [...person, ...args], { cwd, encoding: 'utf8' });
}

/** A repository with the files of this checkout as they are. */
function createOrigin(directory: string): string {
  const origin = join(directory, 'origin');
  const names = git(here, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  for (const name of names.filter((each) => statSync(each, { throwIfNoEntry: false })?.isFile())) {
    cpSync(name, join(origin, name));
  }
  git(origin, 'init', '--quiet', '--initial-branch=main');
  git(origin, 'add', '--all');
  git(origin, 'commit', '--quiet', '--message=First');
  return origin;
}

/**
 * The build of a release whose pages begin with another script: that has another name, and so has the manifest, which lists the
 * parts of all screens for the browser.
 */
function createSecondBuild(build: string): void {
  cpSync('build', build, { recursive: true });
  const assets = join(build, 'client/assets');
  const server = join(build, 'server/server.js');
  for (const part of ['entry.client', 'manifest']) {
    const names = readdirSync(assets).filter((each) => new RegExp(`^${part}-[\\w-]{8}\\.js`).test(each));
    const [former = ''] = names;
    const renamed = `${part}-2ndBuild.js`;
    for (const name of names) renameSync(join(assets, name), join(assets, name.replace(former, renamed)));
    for (const file of [server, ...readdirSync(assets).map((name) => join(assets, name))]) {
      const text = file.endsWith('.js') ? readFileSync(file, 'utf8') : '';
      if (!text.includes(former)) continue;
      const changed = text.replaceAll(former, renamed);
      writeFileSync(file, changed);
      if (file === server) continue;
      writeFileSync(`${file}.br`, brotliCompressSync(changed));
      writeFileSync(`${file}.gz`, gzipSync(changed));
    }
  }
}

const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();

/** A machine with folders of its own, on which the service's process is started and ended by the test. */
function createMachine() {
  const directory = createDataDir();
  const path = (name: string) => join(directory, name);
  for (const name of ['etc', 'srv/wicked', 'var/lib/wicked']) mkdirSync(path(name), { recursive: true });
  const origin = createOrigin(directory);
  createSecondBuild(path('second-build'));
  const replaced: [string | RegExp, string][] = [
    [/(?<![\w.])\/(?=(?:etc|srv|var)\/)/g, `${directory}/`],
    ['https://git.example.com/wicked-integrations.git', origin],
    [' -g wicked', ''],
  ];
  const shell = createShell(directory, replaced, {
    npm: `case "$*" in
  ci) exec ln -s ${here}/node_modules node_modules ;;
  "run build")
    node scripts/compile-sqlite.js
    node scripts/keep-own-assets.js
    from=${here}/build
    [ -e ${path('srv/wicked/current')} ] && from=${path('second-build')}
    cp -R $from/. build && exec rm build/unfinished ;;
esac
exec ${npm} "$@"
`,
    systemctl: `case $1 in
  stop | restart) kill -TERM "$(cat ${path('pid')})"; while kill -0 "$(cat ${path('pid')})" 2>&-; do sleep 0.1; done ;;
esac
`,
  });
  return { path, origin, shell, replaced };
}

type Machine = ReturnType<typeof createMachine>;

/** Starts the service as its unit says; its address and its process. */
async function start({ path }: Machine): Promise<{ url: string; server: RunningCommand }> {
  const unit = listBlocks('docs/self-hosting.md').find(({ language }) => language === 'ini')?.text ?? '';
  const read = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  const [, ...args] = read('ExecStart').split(' ');
  const settings = parseEnv(readFileSync(path(read('EnvironmentFile')), 'utf8'));
  const env = { ...settings, PORT: '0' } as Record<string, string>;
  const server = startCommand(path(read('WorkingDirectory')), [process.execPath, ...args], env);
  onTestFinished(() => void server.process.kill('SIGKILL'));
  const [, port = ''] = await server.told(/listening on [^)]*:(\d+)\)/);
  writeFileSync(path('pid'), String(server.process.pid));
  return { url: `http://127.0.0.1:${port}`, server };
}

/** The parts that a page names. */
async function listParts(url: string): Promise<string[]> {
  const page = await (await fetch(`${url}/login`)).text();
  return [...new Set(page.match(/\/assets\/[\w.-]+\.(?:css|js)/g))];
}

async function findMissing(url: string, parts: string[]): Promise<string[]> {
  const answers = await Promise.all(
    parts.map(async (part) => ({ part, status: (await fetch(url + part)).status })),
  );
  return answers.filter(({ status }) => status !== 200).map(({ part, status }) => `${status} ${part}`);
}

/** Asks for a page and its parts, again and again, until the work is done; what was missing, and how often it asked. */
async function askDuring(
  url: string,
  work: Promise<unknown>,
): Promise<{ missing: string[]; rounds: number }> {
  const ended = new AbortController();
  const done = work.finally(() => ended.abort());
  const missing: string[] = [];
  let rounds = 0;
  // What it failed with is told below.
  done.catch(() => {});
  while (!ended.signal.aborted) {
    const parts = await listParts(url);
    if (parts.length < 3) missing.push(`a page with ${parts.length} parts`);
    missing.push(...(await findMissing(url, parts)));
    rounds += 1;
    // The commands need the processor, too.
    await sleep(100);
  }
  await done;
  return { missing, rounds };
}

function listOwnParts(release: string): string[] {
  return readdirSync(join(release, 'build/client/assets'))
    .filter((name) => /\.(?:css|js)$/.test(name))
    .map((name) => `/assets/${name}`);
}

test(
  'a release is built beside the one that runs, switched to, and left again',
  { timeout: 400_000 },
  async () => {
    const machine = createMachine();
    const { path, origin, shell, replaced } = machine;
    const current = path('srv/wicked/current');
    await shell.runBlock('docs/self-hosting.md', 'settings');
    await shell.runBlock('docs/self-hosting.md', 'install');
    const former = realpathSync(current);
    const formerParts = listOwnParts(former);
    const first = await start(machine);
    // As a build does in the folder that a server runs from.
    mkdirSync(join(former, 'build/former/assets'), { recursive: true });
    writeFileSync(join(former, 'build/former/assets/late.js'), '');
    expect(await findMissing(first.url, ['/assets/late.js'])).toEqual([]);

    appendFileSync(
      join(origin, 'app/entry.client.tsx'),
      `\ndocument.documentElement.dataset.release = 'second';\n`,
    );
    git(origin, 'commit', '--quiet', '--all', '--message=Second');
    const upgrade = ['release', 'switch']
      .map((mark) => findBlock('docs/upgrading.md', mark).trim())
      .join('\n');
    expect(upgrade).toMatch(/\nsystemctl restart wicked$/);
    // One shell for both: the second part continues with what the first one set.
    const asked = await askDuring(first.url, shell.runText(upgrade.replace(/\nsystemctl .*$/, '')));
    expect(asked.missing).toEqual([]);
    expect(asked.rounds).toBeGreaterThan(5);
    await shell.runText('systemctl restart wicked');
    expect((await first.server.ended).code, first.server.output()).toBe(0);

    const second = await start(machine);
    const release = realpathSync(current);
    expect([dirname(release), release === former]).toEqual([dirname(former), false]);
    const ownParts = listOwnParts(release);
    expect(formerParts.filter((part) => !ownParts.includes(part))).not.toEqual([]);
    expect(await findMissing(second.url, [...ownParts, ...formerParts])).toEqual([]);
    // Neither wrote settings or data into its own folder.
    for (const folder of [former, release]) {
      expect(readdirSync(folder).filter((name) => name === '.env' || name.startsWith('data'))).toEqual([]);
    }

    const [backup = ''] = readdirSync(path('var/lib/wicked/backups'));
    replaced.push(['<former>', basename(former)], ['<backup>', backup]);
    const wrote = await shell.runBlock('docs/upgrading.md', 'roll-back');
    expect(wrote).toContain(`as ${path('var/lib/wicked/wicked.db')}`);
    const third = await start(machine);
    expect(realpathSync(current)).toBe(former);
    expect(await findMissing(third.url, [...ownParts, ...formerParts])).toEqual([]);
    expect((await fetch(`${third.url}/readyz`)).status).toBe(200);
  },
);
