// The processes of the bench, and what they say.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const here = new URL('./', import.meta.url);

/**
 * Starts a server process and waits until it says its port.
 * @param {string} script path relative to this folder, or an absolute one
 * @param {string[]} args
 * @param {Record<string, string>} environment
 * @param {string} [cwd]
 */
export async function startProcess(script, args = [], environment = {}, cwd = process.cwd()) {
  const child = fork(fileURLToPath(new URL(script, here)), args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
  const message = /** @type {{ port: number }} */ (await nextMessage(child));
  return { child, url: `http://127.0.0.1:${message.port}`, readOutput: () => output };
}

/**
 * What a process says next; rejects when it ends instead.
 * @param {ChildProcess} child
 * @returns {Promise<unknown>}
 */
export function nextMessage(child) {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`A process of the bench ended with ${code}`)));
  });
}

/** @param {ChildProcess} child */
export async function stopProcess(child) {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/**
 * One load from a process of its own.
 * @param {object} order
 * @returns {Promise<{ answered: number, refused: number, seconds: number, p50: number, p99: number }>}
 */
export async function runLoad(order) {
  const child = fork(fileURLToPath(new URL('load.js', here)));
  child.send(order);
  const result = await nextMessage(child);
  child.kill();
  return /** @type {{ answered: number, refused: number, seconds: number, p50: number, p99: number }} */ (
    result
  );
}
