// GitHub Apps, against a target that checks the app's signature as GitHub does, and answers with what its documentation shows.
import { generateKeyPairSync, verify } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { authorizeConnection } from '~/services/connections/authorize';
import { changeConnection, createConnection, readConnectionById } from '~/services/connections/connections';
import { listAttempts } from '~/db/executions/steps';
import { runExecution } from '~/services/runs/run-execution';
import { startTarget, type Target, type TargetHandler } from '../../support/target';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pem = privateKey.export({ format: 'pem', type: 'pkcs1' }).toString();

function readPart(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

let setup: RunSetup;
let github: Target;
let answer: TargetHandler | undefined;
let given: number;

beforeEach(async () => {
  answer = undefined;
  given = 0;
  setup = await createRunSetup();
  github = await startTarget((request, response) => {
    if (answer) return answer(request, response);
    const [type, jwt = ''] = (request.headers.authorization ?? '').split(' ');
    const [header = '', claims = '', signature = ''] = jwt.split('.');
    const text = Buffer.from(`${header}.${claims}`);
    const isSigned = verify('sha256', text, publicKey, Buffer.from(signature, 'base64url'));
    if (type !== 'Bearer' || !isSigned) return response.writeHead(401).end('{"message":"Bad credentials"}');
    expect(readPart(header)).toEqual({ alg: 'RS256', typ: 'JWT' });
    const seconds = setup.context.now() / 1_000;
    expect(readPart(claims)).toEqual({ iss: 'Iv23liABC', iat: seconds - 60, exp: seconds + 540 });
    given += 1;
    const token = `ghs_16C7e42F292c6912E7710c838347Ae178B4a${given}`;
    const expires_at = new Date(setup.context.now() + 3_600_000).toISOString().replace('.000', '');
    response.writeHead(201).end(JSON.stringify({ token, expires_at, repository_selection: 'all' }));
  });
  onTestFinished(() => github.close());
});

function create(changes: object = {}) {
  const config = {
    apiUrl: `${github.url}/api/v3/`,
    clientId: 'Iv23liABC',
    installationId: '77',
    privateKey: pem,
  };
  return createConnection(setup.context, setup.actor, {
    name: 'Code',
    kind: 'github_app',
    baseUrl: setup.target.url,
    config: { ...config, ...changes },
  });
}

async function connect(changes: object = {}): Promise<string> {
  const made = await create(changes);
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  return made.connection.id;
}

test('a call gets a token of the installation, the next the same, and after a 401 another', async () => {
  const authConfig = { type: 'connection', connectionId: await connect() };
  const apiCalls = ['a', 'b'].map((id) => ({ id, method: 'GET', url: `/${id}`, authConfig }));
  setup.answers.handler = ({ url, headers }, response) => {
    const isOver = url === '/b' && headers.authorization?.endsWith('1');
    response.writeHead(isOver ? 401 : 200).end(JSON.stringify({ you: headers.authorization }));
  };
  const id = await setup.accept(await setup.seed({ apiCalls }));
  await runExecution(setup.context, await setup.claim(), never);
  expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  expect(github.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/v3/app/installations/77/access_tokens',
    'POST /api/v3/app/installations/77/access_tokens',
  ]);
  expect(github.received[0]?.headers).toMatchObject({
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  });
  const token = 'ghs_16C7e42F292c6912E7710c838347Ae178B4a';
  expect(setup.target.received.map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${token}1`,
    `Bearer ${token}1`,
    `Bearer ${token}2`,
  ]);
  const rows = JSON.stringify(await listAttempts(setup.context.db, [id]));
  expect(rows).toContain('Code (GitHub App, token until 13:00 UTC)');
  expect(rows).not.toContain(token);
});

test.each([
  [
    401,
    { message: 'A JSON web token could not be decoded' },
    'refused',
    'A JSON web token could not be decoded',
  ],
  [404, { message: 'Not Found' }, 'refused', 'Not Found'],
  [
    403,
    { message: 'This installation has been suspended' },
    'unobtained',
    'This installation has been suspended',
  ],
  [500, {}, 'unobtained', ''],
])('what GitHub refuses with %d %o is reported, without the signature', async (status, body, kind, said) => {
  answer = ({ headers }, response) => {
    const jwt = headers.authorization?.slice(7);
    const message = 'message' in body ? { message: `${body.message} ${jwt}` } : {};
    response.writeHead(status).end(JSON.stringify(message));
  };
  const { context, actor } = setup;
  const id = await connect();
  const outcome = await authorizeConnection(context, actor.organizationId, id);
  expect(outcome.kind).toBe(kind);
  const text = JSON.stringify(outcome);
  expect(text).toContain(`no token. GitHub refused (HTTP ${status})${said && `: ${said} ••••`}`);
  expect(text).not.toContain('eyJ');
  expect(await readConnectionById(context, actor.organizationId, id)).toMatchObject({
    connection: { status: 'failing' },
  });
});

test.each([
  [201, '{}', 'HTTP 201'],
  [200, '<html>', 'HTTP 200'],
])('an answer %d %s is no token', async (status, body, told) => {
  answer = (_request, response) => response.writeHead(status).end(body);
  const outcome = await authorizeConnection(setup.context, setup.actor.organizationId, await connect());
  expect(JSON.stringify(outcome)).toContain(`GitHub’s response is not a token: ${told}.`);
});

test('the key is sealed, shown masked, and typed again for another server of GitHub', async () => {
  const { context, actor } = setup;
  const id = await connect();
  const { db } = context;
  const stored = await db.first(db.build.selectFrom('connections').selectAll().where('id', '=', id));
  expect(JSON.stringify(stored)).not.toContain('PRIVATE KEY');
  const read = await readConnectionById(context, actor.organizationId, id);
  expect(read).toMatchObject({
    connection: { config: { privateKey: '••••----', apiUrl: `${github.url}/api/v3` } },
  });
  const elsewhere = { apiUrl: 'https://evil.example.org' };
  expect(await changeConnection(context, actor, id, { config: elsewhere })).toMatchObject({
    kind: 'invalid',
    fields: { 'config.privateKey': ['Enter this again: it could now go to another server.'] },
  });
});

test.each([
  [{ installationId: 'acme' }, 'installationId', 'The installation ID is a number'],
  [{ clientId: '' }, 'clientId', 'Client ID is required'],
  [{ apiUrl: 'github.com' }, 'apiUrl', 'Enter a URL like https://api.github.com'],
  [{ apiUrl: 'https://api.github.com/?a=' }, 'apiUrl', 'Enter a URL like https://api.github.com'],
  [
    {
      privateKey: generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
        .privateKey.export({ format: 'pem', type: 'pkcs8' })
        .toString(),
    },
    'privateKey',
    'This key cannot sign with RS256; it is for ES256',
  ],
])('%o is refused', async (changes, field, message) => {
  expect(await create(changes)).toMatchObject({
    kind: 'invalid',
    fields: { [`config.${field}`]: [message] },
  });
});

test('without an API URL it is that of github.com', async () => {
  expect(await create({ apiUrl: '' })).toMatchObject({
    connection: { config: { apiUrl: 'https://api.github.com' } },
  });
});
