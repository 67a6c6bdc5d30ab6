// Files of a log, as those who may read it download them.
import { beforeEach, describe, expect, it } from 'vitest';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { runExecution } from '~/services/runs/run-execution';
import { createTestUser, signInAs } from '../support/accounts';
import { makeDelivery } from '../support/delivery';
import { addTestCall, completeTestExecution, createTestExecution } from '../support/executions';
import { addLargeFile, countFiles } from '../support/large-files';
import { webhookTrigger } from '../support/seed';
import { createRunSetup, never, type RunSetup } from '../services/runs/run-setup';
import { type CheckedApp, createCheckedApp } from './checked-app';

let setup: RunSetup;
let app: CheckedApp;
let cookie: string;

const bytes = Buffer.from(Array.from({ length: 256 }, (_, value) => value));

beforeEach(async () => {
  setup = await createRunSetup();
  app = createCheckedApp(setup.context);
  cookie = await signInAs(setup.context, setup.actor.userId);
});

/** Runs a delivered form with a file and one call, and answers the path of the execution. */
async function run(call: Record<string, unknown>, upload = bytes): Promise<string> {
  const integrationId = await setup.seed({
    triggerConfig: webhookTrigger({ variables: [{ name: 'token', jsonPath: '.token' }] }),
    apiCalls: [{ id: 'get', method: 'GET', url: setup.target.url, ...call }],
  });
  const form = new FormData();
  form.set('upload', new Blob([upload], { type: 'image/png' }), '../ü "1".png');
  form.set('token', 'tok-1234567890abcdef');
  const delivered = new Response(form);
  const headers = { 'content-type': delivered.headers.get('content-type') ?? '' };
  const body = Buffer.from(await delivered.arrayBuffer());
  const outcome = await createAcceptDelivery(setup.context)(makeDelivery(integrationId, { headers, body }));
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  await runExecution(setup.context, await setup.claim(), never);
  return `/api/integrations/${integrationId}/executions/${outcome.executionId}`;
}

async function download(path: string, query: string, as = cookie) {
  return await app.request(`${path}/file${query}`, { headers: { Cookie: as } });
}

const responseMapping = { saveFileAs: 'page', extractFields: [] };

describe('a file of a log', () => {
  it('that the last call of a completed run saved comes as it was, to be stored and not shown', async () => {
    setup.answers.handler = (_request, response) =>
      response
        .writeHead(200, { 'Content-Type': 'text/html', 'Content-Disposition': 'attachment; filename=a.html' })
        .end(bytes);
    const path = await run({ responseMapping });
    const response = await download(path, '?step=0&name=page');
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''a.html",
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const log = await app.request(path, { headers: { Cookie: cookie } });
    expect(await log.json()).toMatchObject({
      executionData: { page: { name: 'a.html', type: 'text/html', size: 256 } },
    });
  });

  it('that was delivered comes by its path, and by no other', async () => {
    const path = await run({});
    const response = await download(path, '?path=.upload');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''%C3%BC%20%221%22.png",
    );
    for (const query of ['?path=.other', '?path=', '?step=0&name=upload', '?step=7&name=page']) {
      expect((await download(path, query)).status).toBe(404);
    }
    expect((await download(path, '?step=0')).status).toBe(422);
  });

  it('leaves its bytes in no other part of the log, and what was made of it is not handed out', async () => {
    setup.answers.handler = (_request, response) =>
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(bytes);
    const computed = [
      { saveAs: 'copy', template: "{{page | file: 'b.png'}}" },
      { saveAs: 'inside', template: '{{trigger}}' },
    ];
    const path = await run({
      responseMapping: { ...responseMapping, computed },
      remember: [{ name: 'kept', value: 'page' }],
    });
    const log = await app.request(path, { headers: { Cookie: cookie } });
    const { apiCallLogs, executionData } = (await log.json()) as Record<
      'apiCallLogs' | 'executionData',
      object
    >;
    const file = { filename: 'file', contentType: 'image/png', size: 256, base64: '…' };
    expect(executionData).toMatchObject({
      copy: { ...file, filename: 'b.png' },
      inside: { upload: { contentType: 'image/png', base64: '…' } },
      'memory.kept': file,
    });
    const { response, ...call } = (apiCallLogs as { response: { responseMapping: object } }[])[0] ?? {};
    expect(JSON.stringify([call, response?.responseMapping, executionData])).not.toContain(
      bytes.toString('base64').slice(0, 40),
    );
    expect((await download(path, '?step=0&name=page')).status).toBe(200);
    expect((await download(path, '?step=0&name=copy')).status).toBe(404);
  });

  it('is nobody else’s', async () => {
    const path = await run({ responseMapping });
    const { user } = await createTestUser(setup.context);
    const other = await signInAs(setup.context, user.id);
    for (const query of ['?step=0&name=page', '?path=.upload']) {
      expect((await download(path, query, other)).status).toBe(404);
    }
  });

  it('that was delivered with a secret is not handed out, either, in whatever its letters are', async () => {
    const authConfig = { type: 'basic', username: 'ada', password: 'Geheimnis-für-alle' };
    const upload = Buffer.concat([
      Buffer.from([0, 0xff]),
      Buffer.from(authConfig.password),
      Buffer.from([0xff, 0]),
    ]);
    expect((await download(await run({ authConfig }, upload), '?path=.upload')).status).toBe(409);
  });

  it('is searched for secrets in portions, and found where two of them meet', async () => {
    const authConfig = { type: 'basic', username: 'ada', password: 'Geheimnis-für-alle' };
    const secret = Buffer.from(authConfig.password);
    const search = async (upload: Buffer<ArrayBuffer>) => {
      const path = await run({ authConfig }, upload);
      let turns = 0;
      const next = () => {
        turns += 1;
        timer = setImmediate(next);
      };
      let timer = setImmediate(next);
      const { status } = await download(path, '?path=.upload');
      clearImmediate(timer);
      return { status, turns };
    };
    const long = Buffer.alloc(900_000, Buffer.from([0x80, 0xff, 0x41, 0xc3]));
    const clean = await search(long);
    expect(clean.status).toBe(200);
    expect(clean.turns).toBeGreaterThan((await search(Buffer.from([0xff]))).turns + 3);
    const step = 160 * 1024;
    for (const at of [step - 5, step, 2 * step - secret.length, long.length - secret.length]) {
      const upload = Buffer.from(long);
      secret.copy(upload, at);
      expect((await search(upload)).status).toBe(409);
    }
  });

  it('that holds a secret which a variable became is not handed out, whether it is text or not', async () => {
    for (const type of ['text/plain', 'application/pdf']) {
      setup.answers.handler = (request, response) =>
        response
          .writeHead(200, { 'Content-Type': type })
          .end(Buffer.from(`\0You sent ${request.headers.authorization}`));
      const authConfig = { type: 'bearer', token: '{{token}}' };
      const path = await run({ authConfig, responseMapping });
      expect((await download(path, '?step=0&name=page')).status).toBe(409);
    }
  });

  it('that holds what the log hides is not handed out', async () => {
    setup.answers.handler = (request, response) =>
      response
        .writeHead(200, { 'Content-Type': 'text/plain' })
        .end(`You sent ${request.headers.authorization}`);
    const path = await run({
      authConfig: { type: 'bearer', token: 'tok-1234567890abcdef' },
      responseMapping,
    });
    const response = await download(path, '?step=0&name=page');
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      message: 'This file holds a secret, which the log hides.',
    });
  });
});

describe('a large file of a log', () => {
  const large = Buffer.from(Array.from({ length: 600_000 }, (_, at) => (at * 7 + (at >> 8)) & 255));
  let executionId: string;
  let path: string;

  /** An execution whose only call saved the file. */
  async function save({ isSecret = false } = {}): Promise<{ id: string; sha256: string }> {
    const { organizationId } = setup.actor;
    const integrationId = await setup.seed({ name: 'Scans' });
    const owner = { organizationId, integrationId };
    executionId = await createTestExecution(setup.context, owner);
    const stored = await addLargeFile(setup.context, { organizationId, executionId, isSecret }, large);
    const value = { name: 'scan 1.pdf', type: 'application/pdf', size: large.length, sha256: stored.sha256 };
    const message = isSecret ? { message: 'It holds a secret, so that it cannot be downloaded' } : {};
    const saved = { variableName: 'scan', jsonPath: 'the whole response', type: 'file', success: true };
    const extractions = [{ ...saved, value, ...message }];
    await addTestCall(setup.context, executionId, { response: {}, extractions });
    await completeTestExecution(setup.context, owner, executionId);
    path = `/api/integrations/${integrationId}/executions/${executionId}`;
    return stored;
  }

  it('comes part by part, with its length known beforehand', async () => {
    await save();
    const response = await download(path, '?step=0&name=scan');
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      {
        'content-type': 'application/octet-stream',
        'content-length': String(large.length),
        'content-disposition': "attachment; filename*=UTF-8''scan%201.pdf",
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cache-control': 'no-store',
      },
    ]);
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body ?? []) chunks.push(chunk);
    expect(chunks.map(({ length }) => length)).toEqual([262_144, 262_144, 75_712]);
    expect(Buffer.concat(chunks).equals(large)).toBe(true);
    for (const query of ['?step=0&name=other', '?step=1&name=scan', '?path=.scan']) {
      expect((await download(path, query)).status).toBe(404);
    }
  });

  it('is nobody else’s, and no other execution’s', async () => {
    await save();
    const { user } = await createTestUser(setup.context);
    const other = await signInAs(setup.context, user.id);
    expect((await download(path, '?step=0&name=scan', other)).status).toBe(404);
    const former = executionId;
    await save();
    setup.context.db.sqlite.prepare('delete from saved_file_uses where execution_id <> ?').run(former);
    expect((await download(path, '?step=0&name=scan')).status).toBe(404);
  });

  it('that holds a secret is not handed out', async () => {
    await save({ isSecret: true });
    const response = await download(path, '?step=0&name=scan');
    expect([response.status, await response.json()]).toMatchObject([
      409,
      { message: 'This file holds a secret, which the log hides.' },
    ]);
  });

  it('that was deleted to make room is in the log with the reason', async () => {
    const { id } = await save();
    const log = async () => await (await app.request(path, { headers: { Cookie: cookie } })).json();
    expect(JSON.stringify(await log())).not.toContain('to make room');
    setup.context.db.sqlite.prepare('update saved_files set removed_at = 1 where id = ?').run(id);
    const extraction = { variableName: 'scan', message: 'It was deleted to make room for newer files' };
    expect(await log()).toMatchObject({
      apiCallLogs: [{ response: { responseMapping: { extractions: [extraction] } } }],
    });
    const response = await download(path, '?step=0&name=scan');
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { message: 'It was deleted to make room for newer files.' },
    ]);
  });

  it('that is deleted while it is sent breaks off', async () => {
    await save();
    const response = await download(path, '?step=0&name=scan');
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.length).toBe(262_144);
    setup.context.db.sqlite.exec('delete from saved_files');
    expect(countFiles(setup.context)).toEqual({ files: 0, parts: 0 });
    const readRest = async () => {
      for (let next = await reader?.read(); next && !next.done;) next = await reader?.read();
    };
    await expect(readRest()).rejects.toThrow(/cannot be read/);
  });
});
