// Threads are bounded whatever they run, so these run programs that take too much.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { performInThread } from '~/services/imports/reading-thread';
import { createDataDir } from '../../support/server';

const place = { path: '/nowhere', key: new Uint8Array(32) };
const input = { place, keys: [] };

function writeProgram(source: string): string {
  const file = join(createDataDir(), 'thread.mjs');
  writeFileSync(file, `import { parentPort, workerData } from 'node:worker_threads';\n${source}`);
  return file;
}

/** What the program of a real thread does first. */
const started = `
  import { readlinkSync } from 'node:fs';
  const threadId = process.platform === 'linux' ? readlinkSync('/proc/thread-self').split('/').at(-1) : undefined;
  parentPort.postMessage({ kind: 'thread-started', threadId });
`;

interface Bounds {
  memoryMiB: number;
  seconds: number;
  waitSeconds: number;
}

function run(source: string, bounds?: Bounds) {
  return performInThread(writeProgram(source), bounds)({ name: 'pick', input });
}

describe('a thread', () => {
  it('gets its job and returns its result', async () => {
    expect(await run('parentPort.postMessage(workerData)')).toEqual({ name: 'pick', input });
  });

  it('that takes too much memory ends with words', async () => {
    const source = 'const all = []; for (;;) all.push(Array.from({ length: 1000 }, () => ({})));';
    expect(await run(source, { memoryMiB: 16, seconds: 60, waitSeconds: 60 })).toEqual({
      kind: 'too-large',
      message:
        'Reading this takes more than 16 MiB of memory, so it was stopped. Import a smaller document, with only the operations you need.',
    });
  });

  it('that takes too long ends with words', async () => {
    expect(await run('for (;;);', { memoryMiB: 16, seconds: 1, waitSeconds: 60 })).toEqual({
      kind: 'too-large',
      message:
        'Reading this takes longer than 1 seconds, so it was stopped. Import a smaller document, with only the operations you need.',
    });
  });

  it.runIf(process.platform === 'linux')('that waits for a processor is not stopped for it', async () => {
    const waiting = `${started} Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);`;
    const bounds = { memoryMiB: 16, seconds: 1, waitSeconds: 60 };
    expect(await run(`${waiting} parentPort.postMessage(workerData)`, bounds)).toEqual({
      name: 'pick',
      input,
    });
    expect(await run(`${started} for (;;);`, bounds)).toMatchObject({ kind: 'too-large' });
  });

  it.runIf(process.platform === 'linux')('that ended before its result was read is not stopped', async () => {
    const gone = `
      parentPort.postMessage({ kind: 'thread-started', threadId: '999999999' });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
      parentPort.postMessage(workerData);
    `;
    const bounds = { memoryMiB: 16, seconds: 1, waitSeconds: 60 };
    expect(await run(gone, bounds)).toEqual({ name: 'pick', input });
  });

  it('that waits for a processor for too long may come again', async () => {
    const waiting = `${started} Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`;
    expect(await run(waiting, { memoryMiB: 16, seconds: 2, waitSeconds: 1 })).toEqual({
      kind: 'unavailable',
      retryAfterSeconds: 60,
      message: 'The server is too busy to read this now, so it was stopped. Please try again later.',
    });
  });

  it('that fails is a bug', async () => {
    await expect(run("throw new Error('broken')")).rejects.toThrow('broken');
  });

  it('that says nothing is a bug', async () => {
    await expect(run('')).rejects.toThrow('ended without a result');
  });
});
