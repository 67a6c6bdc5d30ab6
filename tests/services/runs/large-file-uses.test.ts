import { createHash, createHmac, randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { listSteps } from '~/db/executions/steps';
import { createConnection } from '~/services/connections/connections';
import { runExecution } from '~/services/runs/run-execution';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;

/** A file for each path below `/scans`. */
const scans = ['/scans/a', '/scans/b'].map((path) => ({ path, bytes: randomBytes(1024 * 1024 + 1) }));
const hashOf = (name: string, bytes: Buffer | undefined = scans[0]?.bytes ?? Buffer.alloc(0)) =>
  createHash(name).update(bytes).digest('hex');

beforeEach(async () => {
  setup = await createRunSetup();
  const answer = answerJson({});
  setup.answers.handler = async (request, response) => {
    const scan = scans.find(({ path }) => path === request.url);
    if (scan) response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(scan.bytes);
    else await answer(request, response);
  };
});

function download(path = 'a') {
  return {
    id: 'download',
    name: 'Download',
    method: 'GET',
    url: `${setup.target.url}/scans/${path}`,
    responseMapping: { saveFileAs: 'scan', extractFields: [] },
  };
}

function upload(call: Record<string, unknown>) {
  return { id: 'upload', name: 'Upload', method: 'PUT', url: `${setup.target.url}/upload`, ...call };
}

async function run(definition: Record<string, unknown>, payload = '{"n":1}') {
  const id = await setup.accept(await setup.seed(definition), payload);
  await runExecution(setup.context, await setup.claim(), never);
  return { id, ...(await setup.findExecution(id)) };
}

async function connect(kind: string, config: Record<string, unknown>) {
  const made = await createConnection(setup.context, setup.actor, {
    name: kind,
    kind,
    baseUrl: setup.target.url,
    config,
  });
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  return { type: 'connection', connectionId: made.connection.id };
}

const completed = { status: 'completed', error_message: null };

test('a for each downloads and sends one file after the other, collects them, and another one sends what was collected', async () => {
  const each = upload({
    id: 'one',
    name: 'One',
    bodyType: 'file',
    body: '{{scan}}',
    url: `${setup.target.url}/one`,
  });
  const all = upload({ method: 'POST', bodyType: 'multipart', body: '{"files": "{{files}}"}' });
  const ran = await run(
    {
      apiCalls: [download('{{name}}'), each, all],
      loopSteps: [
        {
          id: 'each',
          order: 0.5,
          throughCallId: 'one',
          items: 'trigger.names',
          itemName: 'name',
          collect: [{ from: 'scan', saveAs: 'files' }],
        },
      ],
    },
    '{"n":1,"names":["a","b"]}',
  );
  expect(ran).toMatchObject(completed);
  const sent = setup.target.received;
  expect(sent.filter(({ url }) => url === '/one').map(({ bytes }) => hashOf('sha256', bytes))).toEqual(
    scans.map(({ bytes }) => hashOf('sha256', bytes)),
  );
  const form = sent.at(-1)?.bytes ?? Buffer.alloc(0);
  expect(scans.map(({ bytes }) => form.includes(bytes))).toEqual([true, true]);
});

test('a computed variable and a condition know its name, type, size and digest, and a renamed one is the same file', async () => {
  const computed = [{ saveAs: 'renamed', template: "{{scan | file: 'b.pdf'}}" }];
  const conditionalStep = {
    id: 'condition',
    order: 1.5,
    conditions: [
      { field: 'scan.size', operator: 'greater_than', value: '1048576' },
      { field: 'scan.type', operator: 'equals', value: 'application/pdf' },
      { field: 'scan.sha256', operator: 'equals', value: hashOf('sha256') },
    ],
    nextApiCallAction: 'continue',
  };
  const form = upload({ bodyType: 'multipart', body: '{"file": "{{renamed}}"}' });
  const ran = await run({
    apiCalls: [{ ...download(), responseMapping: { saveFileAs: 'scan', extractFields: [], computed } }, form],
    conditionalSteps: [conditionalStep],
  });
  expect(ran).toMatchObject(completed);
  const body = setup.target.received[1]?.bytes.toString('latin1') ?? '';
  expect(body).toContain('name="file"; filename="b.pdf"');
  const [step] = await listSteps(setup.context.db, [ran.id]);
  expect(step?.extractions).not.toContain('base64');
});

test('a call that signs its body signs the bytes of the file', async () => {
  const hmac = await connect('hmac', {
    hash: 'sha256',
    secret: 'a signing secret',
    keyEncoding: 'text',
    text: '{{method}} {{body_length}} {{body_sha256}} {{body_md5}}',
    encoding: 'hex',
    headers: 'X-Signature: {{signature}}',
  });
  const aws = await connect('aws_sigv4', {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'secret-access-key-77',
    region: 'eu-central-1',
    service: 's3',
  });
  const calls = [
    download(),
    upload({
      id: 'signed',
      name: 'Signed',
      url: '/signed',
      authConfig: hmac,
      bodyType: 'file',
      body: '{{scan}}',
    }),
    upload({ url: '/bucket/scan.pdf', authConfig: aws, bodyType: 'file', body: '{{scan}}' }),
  ];
  expect(await run({ apiCalls: calls })).toMatchObject(completed);
  const [, signed, stored] = setup.target.received;
  const text = `PUT ${scans[0]?.bytes.length} ${hashOf('sha256')} ${hashOf('md5')}`;
  expect(signed?.headers['x-signature']).toBe(
    createHmac('sha256', 'a signing secret').update(text).digest('hex'),
  );
  expect(stored?.headers['x-amz-content-sha256']).toBe(hashOf('sha256'));
  expect([signed, stored].map((each) => hashOf('sha256', each?.bytes))).toEqual([
    hashOf('sha256'),
    hashOf('sha256'),
  ]);
});

test('a Digest challenge is answered with the file sent again, and its hash where the target asks for that', async () => {
  const authConfig = await connect('digest', { username: 'anna', password: 'a password' });
  const { handler } = setup.answers;
  const proofs: string[] = [];
  setup.answers.handler = async (request, response) => {
    const proof = request.headers.authorization;
    if (request.method === 'GET' || proof !== undefined) {
      if (proof) proofs.push(proof);
      await handler(request, response);
    } else
      response
        .writeHead(401, {
          'WWW-Authenticate': 'Digest realm="r", nonce="n", qop="auth-int", algorithm=SHA-256',
        })
        .end();
  };
  const call = upload({ url: '/upload', authConfig, bodyType: 'file', body: '{{scan}}' });
  expect(await run({ apiCalls: [download(), call] })).toMatchObject(completed);
  const hash = (text: string) => hashOf('sha256', Buffer.from(text));
  const [, clientNonce = ''] = /cnonce="([^"]+)"/.exec(proofs[0] ?? '') ?? [];
  const what = hash(`PUT:/upload:${hashOf('sha256')}`);
  expect(proofs[0]).toContain(
    `response="${hash(`${hash('anna:r:a password')}:n:00000001:${clientNonce}:auth-int:${what}`)}"`,
  );
  expect(setup.target.received.slice(1).map(({ bytes }) => hashOf('sha256', bytes))).toEqual([
    hashOf('sha256'),
    hashOf('sha256'),
  ]);
});

const hmacConfig = {
  hash: 'sha256',
  secret: 'a signing secret',
  keyEncoding: 'text',
  text: '{{body_sha256}}',
  encoding: 'hex',
  headers: 'X-Signature: {{signature}}',
};

test.each([
  ['a signature', '/damage', 0, () => connect('hmac', hmacConfig)],
  ['a Digest challenge', '/upload', 1, () => connect('digest', { username: 'a', password: 'a password' })],
])('a file that cannot be read for %s fails the call', async (_what, damagedAt, uploads, makeConnection) => {
  const { handler } = setup.answers;
  const damage = setup.context.db.sqlite.prepare('delete from saved_file_parts where part = 2');
  setup.answers.handler = async (request, response) => {
    if (request.url === damagedAt) damage.run();
    const challenge = 'Digest realm="r", nonce="n", qop="auth-int", algorithm=SHA-256';
    if (request.url === '/upload') response.writeHead(401, { 'WWW-Authenticate': challenge }).end();
    else await handler(request, response);
  };
  const between = upload({ id: 'between', name: 'Between', url: `${setup.target.url}/damage` });
  const authConfig = await makeConnection();
  const call = upload({ url: '/upload', authConfig, bodyType: 'file', body: '{{scan}}' });
  expect(await run({ apiCalls: [download(), between, call] })).toMatchObject({
    status: 'error',
    error_message: 'Upload: A file could not be read before it was sent.',
  });
  expect(setup.target.received.filter(({ url }) => url === '/upload')).toHaveLength(uploads);
});

test('without room the oldest file of an ended execution goes; without one of those the response is not saved', async () => {
  const { sqlite } = setup.context.db;
  const one = { apiCalls: [download(), upload({ bodyType: 'file', body: '{{scan}}' })] };
  const before = await run(one);
  // As if this file had as many bytes as the organization may keep.
  sqlite.prepare('update saved_files set size = ?').run(2 * 1024 ** 3);
  expect(await run(one)).toMatchObject(completed);
  const list = () =>
    sqlite
      .prepare(
        'select removed_at > 0 as removed, (select count(*) from saved_file_parts where file_id = id) as parts from saved_files order by created_at, rowid',
      )
      .all();
  expect(list()).toEqual([
    { removed: 1, parts: 0 },
    { removed: null, parts: 5 },
  ]);
  sqlite.prepare('update saved_files set size = ? where removed_at is null').run(2 * 1024 ** 3);
  sqlite.prepare("update executions set status = 'running' where id <> ?").run(before.id);
  const refused = await run({ ...one, apiCalls: [download()] });
  const [step] = await listSteps(setup.context.db, [refused.id]);
  expect(JSON.parse(step?.extractions ?? '')).toMatchObject([
    {
      success: false,
      message:
        'The organization keeps 2 GiB of files that its executions still need, so the response is not kept as a file',
    },
  ]);
  expect(list()).toHaveLength(2);
});
