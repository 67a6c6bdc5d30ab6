import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeAtEnd } from './leftovers';
import { placeMigratedDatabase } from './migrated-database';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entry = join(root, 'build/server/index.js');

/** The keys that test servers and what is seeded for them share. */
export const testKeys = {
  sessionSecret: 'a session secret for tests only, long enough',
  appKey: Buffer.alloc(32, 7),
};

/** The built server in a process of its own. */
export interface TestServer {
  url: string;
  process: ChildProcess;
  /** What it wrote so far, both streams. */
  output(): string;
  /** Sends the signal and waits for the end of the process; its exit code, or null when the signal killed it. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

const running = new Set<ChildProcess>();
const directories: string[] = [];
removeAtEnd(() => {
  for (const child of running) child.kill('SIGKILL');
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

/** An empty directory that goes when the test file or its process ends. */
export function createDataDir(): string {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-server-'));
  directories.push(directory);
  return directory;
}

/**
 * Starts `build/server/index.js` on a free port and waits until it listens. Calls may go to 127.0.0.1. Where there is no
 * database yet, vitest's tests give it one that is migrated.
 */
export async function startServer(
  options: { dataDir?: string; env?: Record<string, string>; execPath?: string } = {},
): Promise<TestServer> {
  if (!existsSync(entry)) throw new Error('The server is not built. Run `npm run build` first.');
  const dataDir = options.dataDir ?? createDataDir();
  placeMigratedDatabase(join(dataDir, 'wicked.db'));
  const child = fork(entry, {
    cwd: root,
    execArgv: [],
    ...(options.execPath !== undefined && { execPath: options.execPath }),
    silent: true,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      APP_URL: 'http://localhost:3000',
      PORT: '0',
      DATA_DIR: dataDir,
      SESSION_SECRET: testKeys.sessionSecret,
      APP_KEY: testKeys.appKey.toString('base64'),
      OUTBOUND_ALLOW: '127.0.0.1',
      LOG_LEVEL: 'warn',
      // So much that a test's load reaches it, and no more than its executions end soon after.
      WEBHOOK_RATE: '100',
      WEBHOOK_BURST: '200',
      ...options.env,
    },
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => void (output += text));
  }
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  const port = await Promise.race([listening(child), ended.then(() => undefined)]);
  if (port === undefined) throw new Error(`The server did not start:\n${output}`);
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    output: () => output,
    kill(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

async function listening(child: ChildProcess): Promise<number> {
  const [message] = (await once(child, 'message')) as [{ kind: 'listening'; port: number }];
  return message.port;
}
