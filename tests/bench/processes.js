// The processes of the bench, and what they say.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const here = new URL('./', import.meta.url);

/**
 * Starts a server process and waits until it says its port.
 * @param {string} script path relative to this folder
 * @param {string[]} args
 * @param {Record<string, string>} environment
 */
export async function startProcess(script, args = [], environment = {}) {
  const child = fork(fileURLToPath(new URL(script, here)), args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
  const [message] = /** @type {[{ port: number }]} */ (await once(child, 'message'));
  return { child, url: `http://127.0.0.1:${message.port}`, readOutput: () => output };
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
  const [result] = await once(child, 'message');
  child.kill();
  return result;
}
