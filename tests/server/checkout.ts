// A checkout with the scripts as they are, and the packages and the build of the one that is tested: what an operator has.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Ended } from '../support/command';
import { removeAtEnd } from '../support/leftovers';
import { createDataDir } from '../support/server';
import { within } from '../support/wait-for';

/** Nothing is installed or built in it: both are there, and newer than everything else. */
export function createCheckout(root = createDataDir()): string {
  for (const name of ['app', 'scripts', 'package.json', 'package-lock.json', '.env.example']) {
    cpSync(name, join(root, name), { recursive: true });
  }
  for (const name of ['app', 'scripts'].flatMap(listBelow)) utimesSync(join(root, name), 0, 0);
  utimesSync(join(root, 'package-lock.json'), 0, 0);
  for (const name of ['node_modules', 'build']) symlinkSync(join(process.cwd(), name), join(root, name));
  return root;
}

/** Lists a folder and all that is in it. */
function listBelow(folder: string): string[] {
  return [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ];
}

/** Less than a test that starts servers may take. */
const maxWaitMs = 120_000;

const running = new Set<ChildProcess>();
removeAtEnd(() => {
  for (const child of running) child.kill('SIGKILL');
});

export interface RunningCommand {
  process: ChildProcess;
  /** What it wrote so far, both streams. */
  output(): string;
  /** Resolves with the match as soon as it wrote that; rejects with all it wrote when it ends without, or writes it never. */
  told(pattern: RegExp): Promise<RegExpExecArray>;
  ended: Promise<Ended>;
}

/** Starts a command in a folder, with these settings and no others. */
export function startCommand(
  cwd: string,
  [command = '', ...args]: string[],
  env: Record<string, string> = {},
): RunningCommand {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...env },
  });
  running.add(child);
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (written.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (written.stderr += text));
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return { code: code as number | null, ...written };
  });
  const output = () => written.stdout + written.stderr;
  async function findWritten(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(output());
      if (match) return match;
      const next = await Promise.race([
        once(child.stdout, 'data').then(() => true),
        once(child.stderr, 'data').then(() => true),
        ended.then(() => false),
      ]);
      if (!next && !pattern.test(output())) throw new Error(`It ended and wrote:\n${output()}`);
    }
  }
  const told = (pattern: RegExp) =>
    within(maxWaitMs, () => `${pattern} in:\n${output()}`, findWritten(pattern));
  return { process: child, output, told, ended };
}
