import { beforeEach, describe, expect, test } from 'vitest';
import { freeJobsOf } from '~/db/executions/queue/jobs';
import { listAttempts, listSteps } from '~/db/executions/steps';
import type { LoggedRequest } from '~/engine/logged';
import { readMultipart } from '~/services/webhooks/bodies/multipart';
import { runExecution } from '~/services/runs/run-execution';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { makeDelivery } from '../../support/delivery';
import { webhookTrigger } from '../../support/seed';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, value) => value));

const contents: [what: string, type: string, bytes: Buffer][] = [
  ['every byte there is', 'application/pdf', everyByte],
  ['nothing', 'application/pdf', Buffer.alloc(0)],
  ['one byte that once ended files', 'application/octet-stream', Buffer.from([0x1a])],
  [
    'text in another charset than its type says',
    'text/csv; charset=utf-8',
    Buffer.from('Z\xfcrich;1\r\n', 'latin1'),
  ],
  ['a mark at the beginning of UTF-8', 'text/plain', Buffer.from('\ufefftext')],
  ['JSON with its own spaces', 'application/json', Buffer.from('{ "a" : 1.0 }\n')],
  ['half a megabyte', 'image/png', Buffer.alloc(512 * 1024, everyByte)],
];

/** Answers `/file` with a file, everything else with JSON. */
function answerFile(
  bytes: Buffer,
  type: string,
  disposition = 'attachment; filename="Rechnung 7.pdf"',
): void {
  setup.answers.handler = (request, response) => {
    if (request.url !== '/file') response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    else response.writeHead(200, { 'Content-Type': type, 'Content-Disposition': disposition }).end(bytes);
  };
}

function download() {
  return {
    id: 'download',
    name: 'Download',
    method: 'GET',
    url: `${setup.target.url}/file`,
    responseMapping: { saveFileAs: 'invoice', extractFields: [] },
  };
}

function upload(call: Record<string, unknown>) {
  return { id: 'upload', name: 'Upload', method: 'POST', url: `${setup.target.url}/upload`, ...call };
}

async function run(apiCalls: Record<string, unknown>[], payload = '{"n":1}'): Promise<string> {
  const id = await setup.accept(await setup.seed({ apiCalls }), payload);
  await runExecution(setup.context, await setup.claim(), never);
  return id;
}

function partsOf({ bytes, headers }: { bytes: Buffer; headers: Record<string, unknown> }) {
  const read = readMultipart(bytes, String(headers['content-type']));
  if (read.kind !== 'parts') throw new Error(read.message);
  return read.parts;
}

async function deliver(
  readAs: string | undefined,
  apiCall: Record<string, unknown>,
  body: Buffer,
  type: string,
) {
  const triggerConfig = webhookTrigger({ variables: [], ...(readAs && { readAs }) });
  const integrationId = await setup.seed({ triggerConfig, apiCalls: [apiCall] });
  const headers = { 'content-type': type };
  const outcome = await createAcceptDelivery(setup.context)(makeDelivery(integrationId, { headers, body }));
  expect(outcome.kind).toBe('accepted');
  await runExecution(setup.context, await setup.claim(), never);
  return setup.target.received[0];
}

describe('a file that one call downloads', () => {
  test.each(contents)('is the whole body of the next, byte for byte: %s', async (_what, type, bytes) => {
    answerFile(bytes, type);
    const id = await run([download(), upload({ method: 'PUT', bodyType: 'file', body: '{{invoice}}' })]);
    expect(await setup.findExecution(id)).toEqual({ status: 'completed', error_message: null });
    const [, put] = setup.target.received;
    expect(put?.bytes.equals(bytes)).toBe(true);
    expect(put?.headers).toMatchObject({ 'content-type': type, 'content-length': String(bytes.length) });
  });

  test.each(contents)('is a part of a form, byte for byte: %s', async (_what, type, bytes) => {
    answerFile(bytes, type);
    const body = '{"document": "{{invoice}}", "note": "Nr. {{n}}, ü", "tag": ["a", {{n}}]}';
    await run([download(), upload({ bodyType: 'multipart', body })]);
    const [, post] = setup.target.received;
    expect(post?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=form-[\da-f]{40}$/);
    const parts = post ? partsOf(post) : [];
    expect(parts.map(({ name, filename, contentType }) => [name, filename, contentType])).toEqual([
      ['document', 'Rechnung 7.pdf', type],
      ['note', undefined, undefined],
      ['tag', undefined, undefined],
      ['tag', undefined, undefined],
    ]);
    const [document, ...texts] = parts.map(({ content }) => content);
    expect(document?.equals(bytes)).toBe(true);
    expect(texts.map(String)).toEqual(['Nr. 1, ü', 'a', '1']);
  });

  test('is base64 in JSON, with its name, type, size and digest beside it', async () => {
    answerFile(everyByte, 'application/pdf');
    const body =
      '{"name": "{{invoice.name}}", "type": "{{invoice.type}}", "size": {{invoice.size}}, "sha256": "{{invoice.sha256}}", "same": "{{invoice | sha256}}", "data": "{{invoice | base64_encode}}"}';
    await run([download(), upload({ body })]);
    const sha256 = '40aff2e9d2d8922e47afd4648e6967497158785fbd1da870e7110266bf944880';
    expect(JSON.parse(setup.target.received[1]?.body ?? '')).toEqual({
      name: 'Rechnung 7.pdf',
      type: 'application/pdf',
      size: 256,
      sha256,
      same: sha256,
      data: everyByte.toString('base64'),
    });
  });

  test('is given another name and type', async () => {
    answerFile(everyByte, 'application/octet-stream');
    const body = '{"file": "{{invoice | file: \'a "b".pdf\', \'application/pdf\'}}"}';
    await run([download(), upload({ bodyType: 'multipart', body })]);
    expect(setup.target.received[1] && partsOf(setup.target.received[1])).toMatchObject([
      { name: 'file', filename: 'a "b".pdf', contentType: 'application/pdf', content: everyByte },
    ]);
  });

  test('is not kept when it is not whole, and nothing is sent in its place', async () => {
    setup.answers.handler = (_request, response) => {
      response
        .writeHead(200, { 'Content-Length': 32 * 1024 * 1024 + 1 })
        .write(Buffer.alloc(1024 * 1024 + 1));
    };
    const id = await run([download(), upload({ bodyType: 'file', body: '{{invoice}}' })]);
    expect(setup.target.received).toHaveLength(1);
    expect(await setup.findExecution(id)).toEqual({
      status: 'error',
      error_message: 'Upload: The variable {{invoice}} in the body has no value.',
    });
    const [step] = await listSteps(setup.context.db, [id]);
    expect(JSON.parse(step?.extractions ?? '')).toMatchObject([
      {
        variableName: 'invoice',
        success: false,
        message: 'The response is larger than 32 MiB, so it is not kept as a file',
      },
    ]);
  });
});

describe('the log', () => {
  test('says what a file is and holds none of its bytes', async () => {
    const bytes = Buffer.alloc(300 * 1024, 'unmistakable');
    answerFile(bytes, 'application/pdf');
    const id = await run([
      download(),
      upload({ bodyType: 'multipart', body: '{"document": "{{invoice}}", "note": "Paid"}' }),
    ]);
    const facts = {
      name: 'Rechnung 7.pdf',
      type: 'application/pdf',
      size: 307_200,
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
    };
    const [, sent] = await listAttempts(setup.context.db, [id]);
    const request = JSON.parse(sent?.request ?? '') as LoggedRequest;
    expect(request.files).toEqual([{ field: 'document', ...facts }]);
    expect(JSON.parse(request.body)).toEqual({
      document: expect.stringMatching(
        /^Rechnung 7\.pdf \(application\/pdf, 307200 bytes, SHA-256 [\da-f]{64}\)$/,
      ),
      note: 'Paid',
    });
    const [saved] = await listSteps(setup.context.db, [id]);
    expect(JSON.parse(saved?.extractions ?? '')).toEqual([
      { variableName: 'invoice', jsonPath: 'the whole response', type: 'file', success: true, value: facts },
    ]);
    expect(saved?.saved).not.toContain('unmistakable');
  });
});

describe('a file of a delivery', () => {
  test.each(contents)(
    'is passed on as it came, where the trigger reads files: %s',
    async (_what, type, bytes) => {
      const put = await deliver('file', upload({ bodyType: 'file', body: '{{trigger}}' }), bytes, type);
      expect(put?.bytes.equals(bytes)).toBe(true);
      expect(put?.headers['content-type']).toBe(type);
    },
  );

  test('of a form goes on alone', async () => {
    const form = new FormData();
    form.set('upload', new Blob([everyByte], { type: 'image/png' }), 'a/ü.png');
    const response = new Response(form);
    const type = response.headers.get('content-type') ?? '';
    const body = Buffer.from(await response.arrayBuffer());
    const put = await deliver(
      undefined,
      upload({ bodyType: 'file', body: '{{trigger.upload}}' }),
      body,
      type,
    );
    expect(put?.bytes.equals(everyByte)).toBe(true);
    expect(put?.headers['content-type']).toBe('image/png');
  });

  test('all of a form goes on as it came, with its boundary', async () => {
    const body = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\xff\r\n--x--\r\n',
      'latin1',
    );
    const type = 'multipart/form-data; boundary=x';
    const put = await deliver('file', upload({ bodyType: 'file', body: '{{trigger}}' }), body, type);
    expect(put?.bytes.equals(body)).toBe(true);
    expect(put?.headers['content-type']).toBe(type);
  });
});

describe('what is no file', () => {
  test.each([
    ['{{n}}', '{{n}} in the body is no file. Save a response as a file, or take a file of the delivery.'],
    ['{{trigger.made}}', 'Nothing was sent: the base64 of the file a.txt is not that of 3 bytes.'],
  ])('is not sent: %s', async (body, message) => {
    const made = { filename: 'a.txt', contentType: 'text/plain', size: 3, base64: '!!!!' };
    const id = await run([upload({ bodyType: 'file', body })], JSON.stringify({ n: 1, made }));
    expect(setup.target.received).toEqual([]);
    expect(await setup.findExecution(id)).toEqual({ status: 'error', error_message: `Upload: ${message}` });
  });
});

describe('an execution whose process died', () => {
  test('between a download and its upload asks for the file once, and sends the same bytes', async () => {
    answerFile(everyByte, 'application/pdf');
    const calls = [download(), upload({ bodyType: 'multipart', body: '{"document": "{{invoice}}"}' })];
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
    expect(second && partsOf(second)[0]?.content.equals(everyByte)).toBe(true);
  });
});

describe('each file of a delivered form', () => {
  test('is sent by itself', async () => {
    const form = new FormData();
    for (const name of ['a.bin', 'b.bin']) form.append('files', new Blob([everyByte, name]), name);
    const delivered = new Response(form);
    const headers = { 'content-type': delivered.headers.get('content-type') ?? '' };
    const body = Buffer.from(await delivered.arrayBuffer());
    const integrationId = await setup.seed({
      triggerConfig: webhookTrigger({ variables: [] }),
      apiCalls: [
        upload({
          method: 'PUT',
          bodyType: 'file',
          body: '{{attachment}}',
          url: `${setup.target.url}/{{attachment.name}}`,
        }),
      ],
      loopSteps: [
        { id: 'each', order: 0.5, throughCallId: 'upload', items: 'trigger.files', itemName: 'attachment' },
      ],
    });
    await createAcceptDelivery(setup.context)(makeDelivery(integrationId, { headers, body }));
    await runExecution(setup.context, await setup.claim(), never);
    expect(setup.target.received.map(({ url, bytes }) => [url, bytes.length])).toEqual([
      ['/a.bin', 261],
      ['/b.bin', 261],
    ]);
  });
});

describe('a redirect', () => {
  test('that keeps the body takes the bytes along', async () => {
    answerFile(everyByte, 'application/pdf');
    const { handler } = setup.answers;
    setup.answers.handler = (request, response) =>
      request.url === '/upload'
        ? response.writeHead(307, { Location: '/elsewhere' }).end()
        : handler(request, response);
    await run([
      download(),
      upload({ method: 'PUT', bodyType: 'file', body: '{{invoice}}', followRedirects: true }),
    ]);
    expect(setup.target.received.at(-1)).toMatchObject({ url: '/elsewhere', method: 'PUT' });
    expect(setup.target.received.at(-1)?.bytes.equals(everyByte)).toBe(true);
  });
});
