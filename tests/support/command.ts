import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { removeAtEnd } from './leftovers';
import { testKeys } from './server';

const build = fileURLToPath(new URL('../../build/server/', import.meta.url));

const running = new Set<ChildProcess>();
removeAtEnd(() => {
  for (const child of running) child.kill('SIGKILL');
});

export interface Ended {
  /** Null when a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Running {
  process: ChildProcess;
  ended: Promise<Ended>;
}

/** Starts a built program (`index.js`, `maintenance.js`) on a data directory, with the settings of test servers; as another user where root asks for it. */
export function startBuilt(
  program: 'index.js' | 'maintenance.js',
  args: string[],
  {
    dataDir,
    env = {},
    ...user
  }: { dataDir: string; env?: Record<string, string>; uid?: number; gid?: number },
): Running {
  const child = spawn(process.execPath, [`${build}${program}`, ...args], {
    ...user,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      APP_URL: 'http://localhost:3000',
      PORT: '0',
      DATA_DIR: dataDir,
      SESSION_SECRET: testKeys.sessionSecret,
      APP_KEY: testKeys.appKey.toString('base64'),
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text));
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return { code: code as number | null, stdout, stderr };
  });
  return { process: child, ended };
}

/** Runs a command that keeps an installation to its end. */
export function maintain(dataDir: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return startBuilt('maintenance.js', args, { dataDir, env }).ended;
}
