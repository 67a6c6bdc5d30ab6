// The image, made as the Dockerfile says from the files that .dockerignore leaves, in a folder for each stage. What differs
// from Docker: the Node is the one that the base image has, from npm's package of the same version; a path of the image is
// one below its stage's folder; packages of the system are those of this machine; and all is done by the present user.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type Instruction, isInContext, listIgnored, listInstructions, readWords } from '../docs/dockerfile';
import { createDataDir, testKeys } from '../support/server';

const run = promisify(execFile);
const instructions = listInstructions();

/** What git knows, as it lies here, without what .dockerignore names. */
function copyContext(): string {
  const context = createDataDir();
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const names = execFileSync('git', options, { encoding: 'utf8' }).split('\0').filter(Boolean);
  const ignored = listIgnored();
  for (const name of names.filter((each) => isInContext(each, ignored))) {
    if (statSync(name, { throwIfNoEntry: false })?.isFile()) cpSync(name, join(context, name));
  }
  return context;
}

/** The Node of the base image, for this system: the folder of the package, with its program and its headers. */
async function installNode(): Promise<string> {
  const bases = instructions.filter(({ name }) => name === 'FROM').map(({ text }) => text);
  const versions = new Set(bases.map((base) => /^node:([\d.]+)/.exec(base)?.[1]));
  expect(versions.size).toBe(1);
  const scratch = createDataDir();
  writeFileSync(join(scratch, 'package.json'), '{"private":true}');
  const name = `node-${process.platform}-${process.arch}`;
  await run('npm', ['install', '--ignore-scripts', `${name}@${[...versions].join('')}`], { cwd: scratch });
  return join(scratch, 'node_modules', name);
}

/** A stage while it is made: its folder, where commands run in it, and what its ENV lines set. */
interface Stage {
  root: string;
  directory: string;
  environment: Record<string, string>;
}

/** The folders that the Dockerfile names by full paths. */
const absolute = new Set(
  instructions.flatMap(({ name, text }) => {
    if (name === 'RUN') return [];
    return [...text.matchAll(/(?:^|[\s=])\/(\w+)/g)].map(([, first = '']) => first);
  }),
);

/** A command with the paths of the image as those of its stage, and its user as the present one. */
function relocate(command: string, root: string): string {
  const paths = new RegExp(String.raw`(?<=^|[\s=])/(${[...absolute].join('|')})(?=[/\s]|$)`, 'g');
  const user = `${process.getuid?.()}:${process.getgid?.()}`;
  return command.replace(paths, `${root}/$1`).replace(/(?<=chown )node:node/g, user);
}

function copy(
  { text }: Instruction,
  { root, directory }: Stage,
  context: string,
  stages: Map<string, Stage>,
): void {
  const words = text.split(/\s+/);
  const flags = words.filter((word) => word.startsWith('--'));
  const paths = words.filter((word) => !word.startsWith('--'));
  const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length);
  const origin = from === undefined ? context : (stages.get(from)?.root ?? '');
  const to = paths.pop() ?? '';
  const target = to.startsWith('/') ? join(root, to) : join(directory, to);
  for (const path of paths) {
    const source = join(origin, path);
    // Of a folder what is in it, of a file itself.
    const isFolder = statSync(source).isDirectory();
    const isInto = to.endsWith('/') && !isFolder;
    mkdirSync(isInto || isFolder ? target : dirname(target), { recursive: true });
    cpSync(source, isInto ? join(target, basename(path)) : target, { recursive: true });
  }
}

/** Does what the Dockerfile says; answers its last stage. */
async function build(context: string, environment: NodeJS.ProcessEnv): Promise<Stage> {
  const stages = new Map<string, Stage>();
  let stage: Stage = { root: '', directory: '', environment: {} };
  for (const instruction of instructions) {
    const { name, text } = instruction;
    if (name === 'FROM') {
      const root = createDataDir();
      stage = { root, directory: root, environment: {} };
      stages.set(/ AS (\S+)$/i.exec(text)?.[1] ?? '', stage);
    } else if (name === 'WORKDIR') {
      stage.directory = join(stage.root, text);
      mkdirSync(stage.directory, { recursive: true });
    } else if (name === 'ENV') {
      for (const pair of text.split(' ')) {
        const [key = '', value = ''] = pair.split('=', 2);
        stage.environment[key] = relocate(value, stage.root);
      }
    } else if (name === 'COPY') {
      copy(instruction, stage, context, stages);
    } else if (name === 'RUN' && !text.startsWith('apt-get ')) {
      const env = { ...environment, ...stage.environment };
      const said = await run('sh', ['-euc', relocate(text, stage.root)], { cwd: stage.directory, env });
      // What nobody can act on only hides what matters.
      expect(said.stdout + said.stderr).not.toMatch(/empty chunk|plugin vite:reporter/);
    }
  }
  return stage;
}

test('the image is made of its context, starts and is ready', { timeout: 900_000 }, async () => {
  const node = await installNode();
  const { stdout: globalconfig } = await run('npm', ['config', 'get', 'globalconfig']);
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: `${join(node, 'bin')}${delimiter}${process.env.PATH}`,
    // Another Node looks elsewhere for how this machine reaches its registry.
    npm_config_globalconfig: globalconfig.trim(),
    // Packages that this machine already has need no question to the registry: the lock file holds their hashes.
    npm_config_prefer_offline: 'true',
    npm_config_nodedir: node,
  };
  // Of what vitest sets, nothing is there when an image is made.
  for (const name of Object.keys(environment))
    if (/^(NODE_ENV|NODE_OPTIONS|VITE.*|TEST)$/.test(name)) delete environment[name];
  const context = copyContext();
  const before = readdirSync(context);
  const { root, directory, environment: settings } = await build(context, environment);
  expect(readdirSync(context)).toEqual(before);
  expect(readdirSync(directory).filter((name) => name.startsWith('.env'))).toEqual([]);
  expect(settings.DATA_DIR).toBe(join(root, 'data'));

  const [command = '', ...args] = readWords(instructions.findLast(({ name }) => name === 'CMD')!);
  const server = spawn(command, args, {
    cwd: directory,
    env: {
      PATH: environment.PATH,
      NODE_ENV: 'production',
      ...settings,
      HOST: '127.0.0.1',
      PORT: '0',
      APP_URL: 'https://hooks.example.com',
      SESSION_SECRET: testKeys.sessionSecret,
      APP_KEY: testKeys.appKey.toString('base64'),
    },
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  let told = '';
  server.stderr.on('data', (text: Buffer) => (told += text.toString()));
  let port = '';
  for await (const line of createInterface({ input: server.stdout })) {
    port = /listening on [^)]*:(\d+)\)/.exec(line)?.[1] ?? '';
    if (port) break;
  }
  expect(port, told).not.toBe('');
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  const page = await (await fetch(`http://127.0.0.1:${port}/login`)).text();
  for (const [asset] of page.matchAll(/\/assets\/[\w.-]+\.(?:css|js)/g)) {
    expect((await fetch(`http://127.0.0.1:${port}${asset}`)).status, asset).toBe(200);
  }
  for (const path of ['/docs/webhooks', '/changelog']) {
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(200);
  }
  expect(readFileSync(join(directory, 'LICENSE'), 'utf8')).toContain('MIT License');
});
