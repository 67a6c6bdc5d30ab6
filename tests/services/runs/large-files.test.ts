import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { listAttempts, listSteps } from '~/db/executions/steps';
import { listUnusedFiles } from '~/db/executions/files/file-deletion';
import { freeJobsOf } from '~/db/executions/queue/jobs';
import type { LoggedRequest } from '~/engine/logged';
import { readMultipart } from '~/services/webhooks/bodies/multipart';
import { runExecution } from '~/services/runs/run-execution';
import { openSaved } from '~/services/runs/saved-variables';
import type { TargetHandler } from '../../support/target';
import { waitFor } from '../../support/wait-for';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

/** Ten parts and a bit. */
const scan = randomBytes(10 * 256 * 1024 + 17);
const sha256 = createHash('sha256').update(scan).digest('hex');

/** Answers `/file` with the scan, everything else with JSON. */
const answerScan: TargetHandler = (request, response) => {
  if (request.url !== '/file') response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  else
    response
      .writeHead(200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': 'attachment; filename="scan.pdf"',
      })
      .end(scan);
};

function download(more: Record<string, unknown> = {}) {
  return {
    id: 'download',
    name: 'Download',
    method: 'GET',
    url: `${setup.target.url}/file`,
    responseMapping: { saveFileAs: 'scan', extractFields: [] },
    ...more,
  };
}

function upload(call: Record<string, unknown>) {
  return { id: 'upload', name: 'Upload', method: 'PUT', url: `${setup.target.url}/upload`, ...call };
}

const asFile = () => upload({ bodyType: 'file', body: '{{scan}}' });

async function run(apiCalls: Record<string, unknown>[], payload = '{"n":1}'): Promise<string> {
  setup.answers.handler = answerScan;
  const id = await setup.accept(await setup.seed({ apiCalls }), payload);
  await runExecution(setup.context, await setup.claim(), never);
  return id;
}

function count(table: string): number {
  return Number(setup.context.db.sqlite.prepare(`select count(*) from ${table}`).pluck().get());
}

const completed = { status: 'completed', error_message: null };

describe('a file of more than 1 MiB that one call downloads', () => {
  test('is the whole body of the next, byte for byte, and no variable has the bytes', async () => {
    const id = await run([download(), asFile()]);
    expect(await setup.findExecution(id)).toEqual(completed);
    const put = setup.target.received[1];
    expect(put?.bytes.equals(scan)).toBe(true);
    expect(put?.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(scan.length),
    });
    const [step] = await listSteps(setup.context.db, [id]);
    const saved = await openSaved(setup.context, id, 0, step?.saved ?? '');
    const file = expect.stringMatching(/^[\da-f-]{36}$/);
    const facts = { contentType: 'application/pdf', size: scan.length, sha256 };
    expect(saved).toEqual([['scan', { filename: 'scan.pdf', ...facts, file }]]);
    expect(JSON.parse(step?.extractions ?? '')).toMatchObject([
      {
        variableName: 'scan',
        type: 'file',
        success: true,
        value: { name: 'scan.pdf', size: scan.length, sha256 },
      },
    ]);
    const [, sent] = await listAttempts(setup.context.db, [id]);
    const request = JSON.parse(sent?.request ?? '') as LoggedRequest;
    expect(request.files).toEqual([{ name: 'scan.pdf', type: 'application/pdf', size: scan.length, sha256 }]);
    expect([count('saved_files'), count('saved_file_parts'), count('saved_file_uses')]).toEqual([1, 11, 1]);
  });

  test('is a part of a form under another name, twice the same, and a redirect takes it along', async () => {
    const body = `{"document": "{{scan | file: 'neu.pdf'}}", "note": "Nr. {{n}}", "same": "{{scan}}", "size": "{{scan.size}} {{scan.name}} {{scan.type}} {{scan.sha256}}"}`;
    const calls = [
      download(),
      upload({
        method: 'POST',
        bodyType: 'multipart',
        body,
        followRedirects: true,
        url: `${setup.target.url}/file2`,
      }),
    ];
    setup.answers.handler = answerScan;
    const id = await setup.accept(await setup.seed({ apiCalls: calls }));
    const { handler } = setup.answers;
    setup.answers.handler = (request, response) =>
      request.url === '/file2'
        ? response.writeHead(308, { Location: '/upload' }).end()
        : handler(request, response);
    await runExecution(setup.context, await setup.claim(), never);
    expect(await setup.findExecution(id)).toEqual(completed);
    const [, first, second] = setup.target.received;
    expect(first && second?.bytes.equals(first.bytes)).toBe(true);
    const read = readMultipart(second?.bytes ?? Buffer.alloc(0), String(second?.headers['content-type']));
    const parts = read.kind === 'parts' ? read.parts : [];
    expect(parts.map(({ name, filename, content }) => [name, filename, content.equals(scan)])).toEqual([
      ['document', 'neu.pdf', true],
      ['note', undefined, false],
      ['same', 'scan.pdf', true],
      ['size', undefined, false],
    ]);
    expect(String(parts[3]?.content)).toBe(`${scan.length} scan.pdf application/pdf ${sha256}`);
  });

  test.each([
    [
      '{"data": "{{scan | base64_encode}}"}',
      '{{scan | base64_encode}} in the body cannot be filled in: base64_encode needs the bytes, and a file of more than 1 MiB can only be sent as a file.',
    ],
    [
      '{"data": {{scan}}}',
      '{{scan}} in the body cannot be filled in: a file of more than 1 MiB can only be sent as a file.',
    ],
    [
      '{{scan | md5}}',
      '{{scan | md5}} in the body cannot be filled in: md5 needs the bytes, and a file of more than 1 MiB can only be sent as a file.',
    ],
  ])('is no text: %s', async (body, message) => {
    const id = await run([download(), upload({ body })]);
    expect(await setup.findExecution(id)).toEqual({ status: 'error', error_message: `Upload: ${message}` });
    expect(setup.target.received).toHaveLength(1);
  });

  test('is not sent by email, and not remembered', async () => {
    const remember = [{ name: 'last', value: 'scan' }];
    const mail = upload({
      method: 'POST',
      url: 'smtps://mail.example.com',
      bodyType: 'file',
      body: '{{scan}}',
      headers: { From: 'a@example.com', To: 'b@example.com', Subject: 'Scan' },
    });
    const id = await run([download({ remember }), mail]);
    expect(await setup.findExecution(id)).toEqual({
      status: 'error',
      error_message: 'Upload: Nothing was sent: in an email, a file may have at most 1 MiB.',
    });
    const [step] = await listSteps(setup.context.db, [id]);
    expect(JSON.parse(step?.extractions ?? '')).toContainEqual(
      expect.objectContaining({
        variableName: 'memory.last',
        message: 'not remembered: a file of more than 1 MiB is not remembered',
      }),
    );
  });

  test('holds a secret in its middle, and the log says so', async () => {
    const secret = 'a-token-of-some-length';
    setup.answers.handler = (request, response) => {
      if (request.url !== '/file') response.end();
      else response.end(Buffer.concat([Buffer.alloc(5 * 256 * 1024 - 7), Buffer.from(secret), scan]));
    };
    const authConfig = { type: 'bearer', token: secret };
    const id = await setup.accept(await setup.seed({ apiCalls: [download({ authConfig })] }));
    await runExecution(setup.context, await setup.claim(), never);
    const [step] = await listSteps(setup.context.db, [id]);
    expect(JSON.parse(step?.extractions ?? '')).toMatchObject([
      { success: true, message: 'It holds a secret, so that it cannot be downloaded' },
    ]);
    expect(setup.context.db.sqlite.prepare('select is_secret from saved_files').pluck().get()).toBe(1);
  });
});

describe('what is not the file of the execution', () => {
  test('is not sent: a delivery names a file of another execution, or lies about its own', async () => {
    const first = await run([download(), asFile()]);
    const [step] = await listSteps(setup.context.db, [first]);
    const [[, file] = []] = await openSaved(setup.context, first, 0, step?.saved ?? '');
    setup.target.received.length = 0;
    const message =
      'Upload: Nothing was sent: a file of more than 1 MiB can only be sent by the execution that saved it, and replays of it, as long as it is kept.';
    for (const bodyType of ['file', 'multipart']) {
      const body = bodyType === 'file' ? '{{trigger.forged}}' : '{"a": "{{trigger.forged}}"}';
      const id = await run([upload({ bodyType, body })], JSON.stringify({ n: 1, forged: file }));
      expect(await setup.findExecution(id)).toEqual({ status: 'error', error_message: message });
    }
    expect(setup.target.received).toEqual([]);
    expect(count('saved_file_uses')).toBe(1);
  });
});

describe('an execution whose process died', () => {
  test('between a download and its upload asks for the file once, and sends the same bytes', async () => {
    setup.answers.handler = answerScan;
    const body = '{"document": "{{scan}}"}';
    const calls = [download(), upload({ bodyType: 'multipart', body })];
    await setup.accept(await setup.seed({ apiCalls: calls }));
    const hold = setup.holdAnswers('/upload');
    const dead = runExecution(setup.context, await setup.claim(), never);
    await setup.target.arrived(2);
    await freeJobsOf(setup.context.db, 'runner');
    hold.release();
    await dead;
    await runExecution(setup.context, await setup.claim('next'), never);
    const [, first, second] = setup.target.received;
    expect(setup.target.received.map(({ url }) => url)).toEqual(['/file', '/upload', '/upload']);
    expect(first && second && first.bytes.equals(second.bytes)).toBe(true);
  });

  test('in the middle of a download asks again, and nothing of the first is left', async () => {
    const { db } = setup.context;
    let requests = 0;
    setup.answers.handler = async (request, response) => {
      requests += 1;
      if (request.url !== '/file' || requests > 1) await answerScan(request, response);
      else response.writeHead(200, { 'content-length': scan.length }).write(scan.subarray(0, -1));
    };
    const id = await setup.accept(await setup.seed({ apiCalls: [download(), asFile()] }));
    const lost = new AbortController();
    const dead = runExecution(setup.context, await setup.claim(), never, lost.signal);
    await waitFor('ten parts', () => count('saved_file_parts') === 10);
    const rows = db.sqlite.prepare('select * from saved_files').all() as object[];
    const parts = db.sqlite.prepare('select * from saved_file_parts').all() as object[];
    lost.abort();
    await dead;
    // A process that is killed deletes nothing.
    expect([count('saved_files'), count('saved_file_parts')]).toEqual([0, 0]);
    for (const [table, all] of Object.entries({ saved_files: rows, saved_file_parts: parts })) {
      for (const row of all) {
        const names = Object.keys(row);
        db.sqlite
          .prepare(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`)
          .run(Object.values(row));
      }
    }
    await freeJobsOf(db, 'runner');
    expect((await listUnusedFiles(db, { after: '', limit: 10 })).ids).toEqual([]);
    await runExecution(setup.context, await setup.claim('next'), never);
    expect(await setup.findExecution(id)).toEqual(completed);
    expect(setup.target.received.at(-1)?.bytes.equals(scan)).toBe(true);
    expect([count('saved_files'), count('saved_file_parts'), count('saved_file_uses')]).toEqual([1, 11, 1]);
  });

  test('a download that fails leaves nothing behind, and an error is no file', async () => {
    setup.answers.handler = (_request, response) => {
      response
        .writeHead(200, { 'content-length': scan.length })
        .write(scan.subarray(0, 2_000_000), () => response.destroy());
    };
    await setup.accept(await setup.seed({ apiCalls: [download()] }));
    await runExecution(setup.context, await setup.claim(), never);
    setup.answers.handler = (_request, response) => response.writeHead(500).end(scan);
    await setup.accept(await setup.seed({ apiCalls: [download()] }));
    await runExecution(setup.context, await setup.claim(), never);
    expect([count('saved_files'), count('saved_file_parts')]).toEqual([0, 0]);
  });
});
