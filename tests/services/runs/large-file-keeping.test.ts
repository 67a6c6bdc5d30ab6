import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { listSteps } from '~/db/executions/steps';
import { newId } from '~/db/core/id';
import { createConnection } from '~/services/connections/connections';
import { createFileKeeper } from '~/services/files/keep-file';
import { findLogFile } from '~/services/runs/log-file';
import { runExecution } from '~/services/runs/run-execution';
import type { Received } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

const scan = randomBytes(6 * 256 * 1024 + 17);

interface Ran {
  id: string;
  integrationId: string;
  status: string;
  /** What the log says of the variable. */
  said: { success: boolean; message?: string; value?: { size: number } } | undefined;
}

/** Runs a call that saves its response as a file. */
async function run(
  answer: (request: Received, response: ServerResponse) => unknown,
  more: object = {},
): Promise<Ran> {
  setup.answers.handler = (request, response) => void answer(request, response);
  const call = { id: 'download', name: 'Download', method: 'GET', url: `${setup.target.url}/file` };
  const saving = { responseMapping: { saveFileAs: 'scan', extractFields: [] } };
  const integrationId = await setup.seed({ apiCalls: [{ ...call, ...saving, ...more }] });
  const id = await setup.accept(integrationId);
  await runExecution(setup.context, await setup.claim(), never);
  const [step] = await listSteps(setup.context.db, [id]);
  const { status } = (await setup.findExecution(id)) as { status: string };
  const [said] = JSON.parse(step?.extractions ?? '[]') as NonNullable<Ran['said']>[];
  return { id, integrationId, status, said };
}

function count(table: string): number {
  return Number(setup.context.db.sqlite.prepare(`select count(*) from ${table}`).pluck().get());
}

/** Refuses rows of the files, as a defect or a deleted organization would. */
function refuse(what: string): void {
  setup.context.db.sqlite.exec(
    `create trigger refused before ${what} begin select raise(abort, 'refused'); end`,
  );
}

const answerScan = (_request: Received, response: ServerResponse) => response.end(scan);

test('a long body of a redirect is no part of the file', async () => {
  const { said } = await run(
    (request, response) =>
      request.url === '/file'
        ? response.writeHead(302, { Location: '/next' }).end(scan.subarray(0, 1_500_000))
        : response.end(scan),
    { followRedirects: true },
  );
  expect(said).toMatchObject({ success: true, value: { size: scan.length } });
  expect([count('saved_files'), count('saved_file_parts')]).toEqual([1, 7]);
});

describe('a file that cannot be kept leaves the rest of the run as it was', () => {
  test.each([
    [
      'insert on saved_files',
      'The database of this server could not store the response, so it is not kept as a file',
    ],
    [
      'insert on saved_file_parts',
      'The database of this server could not store the response, so it is not kept as a file',
    ],
  ])('when the database refuses it: %s', async (what, message) => {
    refuse(what);
    const { status, said } = await run(answerScan);
    expect([status, said]).toMatchObject(['completed', { success: false, message }]);
    expect(setup.target.received).toHaveLength(1);
  });

  test('when what was stored cannot be deleted', async () => {
    refuse('delete on saved_file_parts');
    const { status } = await run((_request, response) =>
      response
        .writeHead(200, { 'content-length': scan.length })
        .write(scan.subarray(0, -1), () => response.destroy()),
    );
    expect(status).toBe('error');
    expect(setup.target.received).toHaveLength(1);
  });

  test('when the disk is nearly full', async () => {
    const disk = { isLow: () => true, isTight: () => true, freeBytes: () => 1, noteFailure: () => false };
    const { status, said } = await run((_request, response) => {
      Object.assign(setup.context, { disk });
      response.end(scan);
    });
    const message = 'The disk of this server is nearly full, so the response is not kept as a file';
    expect([status, said]).toMatchObject(['completed', { success: false, message }]);
    expect(count('saved_files')).toBe(0);
  });
});

test('what a cancelled call stores last is deleted, too', async () => {
  const { organizationId } = setup.actor;
  const call = { organizationId, executionId: newId(), callKey: 'a', beganAt: 1 };
  const keeper = createFileKeeper(setup.context, { ...call, maskSecrets: (text) => text });
  const adding = keeper.add(scan.subarray(0, 256 * 1024));
  await keeper.discard();
  expect(await adding).toBeUndefined();
  expect([count('saved_files'), count('saved_file_parts')]).toEqual([0, 0]);
});

const whole = (bytes: Buffer) => (_request: Received, response: ServerResponse) => response.end(bytes);
const chunked = (bytes: Buffer) => (_request: Received, response: ServerResponse) => {
  response.flushHeaders();
  response.end(bytes);
};

describe('an organization that keeps 2 GiB but a few bytes', () => {
  const full = 'The organization keeps 2 GiB of files that its executions still need';
  const mib = 1024 * 1024;
  test.each([
    ['keeps a response as long as they are', scan.length, whole(scan), true],
    ['keeps none that is longer', scan.length - 1, whole(scan), false],
    ['keeps one whose length it learns at the end', 8 * mib, chunked(Buffer.alloc(7 * mib)), true],
    [
      'keeps none of which it learns too late that it is longer',
      8 * mib,
      chunked(Buffer.alloc(9 * mib)),
      false,
    ],
  ])('%s', async (_what, left, answer, isKept) => {
    const before = await run(answerScan);
    const { sqlite } = setup.context.db;
    sqlite.prepare('update saved_files set size = ?').run(2048 * mib - left);
    sqlite.prepare("update executions set status = 'running' where id = ?").run(before.id);
    const { said } = await run(answer);
    expect(said).toMatchObject(
      isKept ? { success: true } : { success: false, message: expect.stringContaining(full) as string },
    );
    expect(count('saved_files')).toBe(isKept ? 2 : 1);
    const kept = sqlite.prepare('select sum(size) from saved_files').pluck().get();
    expect(Number(kept)).toBeLessThanOrEqual(2048 * mib);
  });
});

test('a secret that the head of the response brings is found anywhere in the file', async () => {
  const extractFields = [{ jsonPath: 'header:set-cookie', saveAs: 'session' }];
  const { said } = await run(
    (_request, response) =>
      response
        .writeHead(200, { 'Set-Cookie': 'session=a-session-of-this-response' })
        .end(Buffer.concat([scan, Buffer.from('a-session-of-this-response')])),
    { responseMapping: { saveFileAs: 'scan', extractFields } },
  );
  expect(said).toMatchObject({ message: 'It holds a secret, so that it cannot be downloaded' });
});

test('a token that was made for the request is found anywhere in the file, which nobody can download', async () => {
  const config = { key: 'a-shared-secret-77', issuer: 'me' };
  const about = { name: 'Blog', kind: 'signed_jwt', baseUrl: setup.target.url, config };
  const made = await createConnection(setup.context, setup.actor, about);
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  const { id, integrationId, said } = await run(
    (request, response) =>
      response.end(Buffer.concat([scan, Buffer.from(String(request.headers.authorization))])),
    { url: '/file', authConfig: { type: 'connection', connectionId: made.connection.id } },
  );
  expect(said).toMatchObject({ message: 'It holds a secret, so that it cannot be downloaded' });
  setup.context.db.sqlite.exec('update saved_files set is_secret = 0');
  const owner = { integrationId, organizationId: setup.actor.organizationId };
  const place = { step: 0, name: 'scan' };
  expect(await findLogFile(setup.context, owner, id, place)).toMatchObject({ kind: 'conflict' });
});
