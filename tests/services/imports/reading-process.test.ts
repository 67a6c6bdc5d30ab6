// Real processes: the one of the product, from its source, and programs that end as V8 or a bug would end it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { performInProcess } from '~/services/imports/reading-process';
import { createDataDir } from '../../support/server';

const product = 'scripts/development-worker.js';
const task = { name: 'pick' as const, input: {} };

function writeProgram(source: string): string {
  const file = join(createDataDir(), 'process.mjs');
  writeFileSync(file, source);
  return file;
}

function run(source: string, timeoutMs?: number) {
  return performInProcess(writeProgram(source), timeoutMs)(task);
}

const request = (text: string) => new TextEncoder().encode(JSON.stringify({ text, dryRun: true }));

describe('the process that reads a document', () => {
  it('gets the document and returns what was read', async () => {
    const document = request('curl https://api.example.com/orders');
    const result = await performInProcess(product)({ name: 'respond', input: {}, document });
    expect(result).toMatchObject({ kind: 'preview' });
    const { json } = result as { json: Uint8Array };
    expect(JSON.parse(new TextDecoder().decode(json))).toMatchObject({ format: 'curl', total: 1 });
  });

  it('is aborted by V8 in place of the server', async () => {
    const growing = 'const all = []; for (;;) all.push(0.5);';
    const program = `
      import { Worker } from 'node:worker_threads';
      process.once('message', () => new Worker(${JSON.stringify(growing)}, {
        eval: true,
        resourceLimits: { maxOldGenerationSizeMb: 128 },
      }));
    `;
    expect(await run(program)).toMatchObject({ kind: 'too-large' });
  });

  it('that the system ends for its memory ends with words', async () => {
    expect(await run("process.once('message', () => process.kill(process.pid, 'SIGKILL'))")).toEqual({
      kind: 'too-large',
      message:
        'Reading this takes more than 384 MiB of memory, so it was stopped. Import a smaller document, with only the operations you need.',
    });
  });

  it('that does not end in time is ended', async () => {
    expect(await run('setInterval(() => {}, 1_000)', 300)).toMatchObject({ kind: 'unavailable' });
  });

  it('passes on the error of a bug', async () => {
    const program = "process.once('message', () => process.send({ error: new TypeError('broken') }))";
    await expect(run(program)).rejects.toThrow('broken');
  });

  it('that cannot start says why', async () => {
    await expect(run("import './missing.mjs'")).rejects.toThrow(/without a result\. [^]*missing\.mjs/);
  });

  it('sees no setting of the server', async () => {
    process.env.APP_KEY = 'of the server';
    const program = "process.once('message', () => process.send({ result: Object.keys(process.env) }))";
    try {
      expect(await run(program)).not.toContain('APP_KEY');
    } finally {
      delete process.env.APP_KEY;
    }
  });

  it('ends with the server', async () => {
    const child = fork(product, [], {
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    const exit = once(child, 'exit');
    // The rest of the document never comes.
    child.send({ name: 'respond', input: {} });
    child.disconnect();
    expect(await exit).toEqual([0, null]);
  });

  it.runIf(process.platform === 'linux')('goes before the server, but not by its stop', async () => {
    const child = fork(product, [], {
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    child.send({ name: 'respond', input: {} });
    const outOfMemory = `/proc/${child.pid}/oom_score_adj`;
    await expect.poll(() => readFileSync(outOfMemory, 'utf8').trim(), { timeout: 20_000 }).toBe('1000');
    child.kill('SIGTERM');
    const message = once(child, 'message');
    child.stdin?.end(request('curl https://api.example.com/'));
    const [outcome] = (await message) as unknown[];
    expect(outcome).toMatchObject({ result: { kind: 'preview' } });
  });
});
