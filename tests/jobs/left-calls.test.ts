import type { ServerResponse } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { handlers } from '~/jobs/handlers';
import { createRunner, type Runner } from '~/jobs/runner';
import { createRunSetup, type RunSetup } from '../services/runs/run-setup';

let setup: RunSetup;
let runner: Runner;
/** The answers that the items of the list wait for, by their paths. */
let held: Map<string, ServerResponse>;
/** How many requests were given up before their answer. */
let aborted: number;

beforeEach(async () => {
  setup = await createRunSetup();
  held = new Map();
  aborted = 0;
  setup.targetEvents.on('aborted', () => (aborted += 1));
  setup.answers.handler = (request, response) => void held.set(request.url, response);
  const dataDir = mkdtempSync(join(tmpdir(), 'wicked-left-'));
  const context = { ...setup.context, config: { ...setup.context.config, dataDir } };
  runner = createRunner(context, handlers);
  onTestFinished(async () => {
    setWritable(true);
    await runner.stop(0);
    rmSync(dataDir, { recursive: true, force: true });
  });
});

function setWritable(isWritable: boolean): void {
  setup.context.db.sqlite.pragma(`query_only = ${isWritable ? 0 : 1}`);
}

/** Starts a run whose calls for both items of a list are in flight. */
async function startBothItems(): Promise<void> {
  const id = await setup.seed({
    apiCalls: [{ id: 'one', name: 'One', method: 'GET', url: `${setup.target.url}/{{item}}` }],
    loopSteps: [
      { order: 0.5, throughCallId: 'one', items: 'trigger.list', itemName: 'item', collect: [], atOnce: 2 },
    ],
  });
  await setup.accept(id, '{"n":1,"list":["a","b"]}');
  runner.start();
  await setup.target.arrived(2);
}

test('a run that is left because a response cannot be recorded leaves no other call in flight', async () => {
  await startBothItems();
  setWritable(false);
  held.get('/a')?.end('{}');
  await expect.poll(() => aborted).toBe(1);
});

test('a runner that stops leaves no call in flight that did not end in time', async () => {
  await startBothItems();
  await runner.stop(0);
  await expect.poll(() => aborted).toBe(2);
});
