// Roles of AWS, against a target that checks the signature (see aws-signature.test.ts for the published ones) and answers as STS does.
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { listAttempts } from '~/db/executions/steps';
import { authorizeConnection } from '~/services/connections/authorize';
import { changeConnection, createConnection, readConnectionById } from '~/services/connections/connections';
import { signRequest } from '~/services/connections/signing/aws-signature';
import { runExecution } from '~/services/runs/run-execution';
import { type Received, startTarget, type Target, type TargetHandler } from '../../support/target';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

const user = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret-access-key-77' };
const roleArn = 'arn:aws:iam::123456789012:role/team/integrations';

let setup: RunSetup;
let sts: Target;
let answer: TargetHandler | undefined;
let given: number;

/** Whether a request carries the signature that these credentials make for it. */
function isSigned(
  { method, url, headers, body }: Received,
  credentials: { accessKeyId: string; secretAccessKey: string },
  service: string,
): boolean {
  const at = (name: string) => String(headers[name]);
  const names = /SignedHeaders=([^,]+)/.exec(at('authorization'))?.[1] ?? '';
  const signed = names.split(';').map((name): [string, string] => [name, at(name)]);
  const [path = '', query = ''] = url.split('?');
  const signing = { ...credentials, sessionToken: '', region: 'eu-central-1', service };
  const expected = signRequest({ method, path, query, headers: signed, body }, signing);
  return names.includes('host;') && at('authorization') === expected;
}

/** As the API reference shows it. */
function writeAnswer(number: number, end: string): string {
  return `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <AssumeRoleResult>
    <AssumedRoleUser><Arn>arn:aws:sts::123456789012:assumed-role/integrations/wicked-integrations</Arn></AssumedRoleUser>
    <Credentials>
      <AccessKeyId>ASIAEXAMPLE${number}</AccessKeyId>
      <SecretAccessKey>role-secret-77/${number}+x</SecretAccessKey>
      <SessionToken>role-session-77==${number}</SessionToken>
      <Expiration>${end}</Expiration>
    </Credentials>
  </AssumeRoleResult>
  <ResponseMetadata><RequestId>c6104cbe</RequestId></ResponseMetadata>
</AssumeRoleResponse>`;
}

function writeError(code: string, message: string): string {
  return `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>1</RequestId></ErrorResponse>`;
}

beforeEach(async () => {
  answer = undefined;
  given = 0;
  setup = await createRunSetup();
  sts = await startTarget((request, response) => {
    if (answer) return answer(request, response);
    if (!isSigned(request, user, 'sts')) {
      return response.writeHead(403).end(writeError('SignatureDoesNotMatch', 'The signature is another.'));
    }
    given += 1;
    const end = new Date(setup.context.now() + 3_600_000).toISOString().replace('.000', '');
    response.writeHead(200, { 'Content-Type': 'text/xml' }).end(writeAnswer(given, end));
  });
  onTestFinished(() => sts.close());
});

function create(changes: object = {}) {
  const config = { ...user, roleArn, region: 'eu-central-1', service: 's3', stsUrl: `${sts.url}/` };
  return createConnection(setup.context, setup.actor, {
    name: 'Files',
    kind: 'aws_role',
    baseUrl: setup.target.url,
    config: { ...config, ...changes },
  });
}

async function connect(changes: object = {}): Promise<string> {
  const made = await create(changes);
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  return made.connection.id;
}

test('calls are signed with the credentials of the role, which are asked for once and renewed ahead of their end', async () => {
  const authConfig = { type: 'connection', connectionId: await connect({ externalId: 'partner-7' }) };
  const apiCalls = ['a', 'b'].map((id) => ({
    id,
    method: 'PUT',
    url: `/bucket/${id}?x=1`,
    body: '"é"',
    authConfig,
  }));
  setup.answers.handler = (_request, response) =>
    response.end(JSON.stringify({ know: ['role-secret-77/1+x', 'role-session-77==1'] }));
  const integrationId = await setup.seed({ apiCalls });
  const id = await setup.accept(integrationId);
  await runExecution(setup.context, await setup.claim(), never);
  expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  expect(sts.received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
    {
      Action: 'AssumeRole',
      Version: '2011-06-15',
      RoleArn: roleArn,
      RoleSessionName: 'wicked-integrations',
      DurationSeconds: '3600',
      ExternalId: 'partner-7',
    },
  ]);
  const role = { accessKeyId: 'ASIAEXAMPLE1', secretAccessKey: 'role-secret-77/1+x' };
  expect(setup.target.received.map((sent) => isSigned(sent, role, 's3'))).toEqual([true, true]);
  const { headers } = setup.target.received[0] ?? {};
  expect(headers?.['x-amz-security-token']).toBe('role-session-77==1');
  expect(headers?.authorization).toContain('x-amz-security-token');
  const rows = JSON.stringify(await listAttempts(setup.context.db, [id]));
  expect(rows).toContain('Files (AWS role, token until 13:00 UTC)');
  expect(rows).not.toMatch(/(role-secret|role-session|secret-access-key)-77/);

  setup.context.clock.advance(3_600_000 - 350_000);
  await setup.accept(integrationId);
  await runExecution(setup.context, await setup.claim(), never);
  expect(setup.target.received.at(-1)?.headers['x-amz-security-token']).toBe('role-session-77==2');
});

test.each([
  [
    403,
    writeError('AccessDenied', 'User is not authorized to perform: sts:AssumeRole'),
    'refused',
    'AWS refused (HTTP 403): AccessDenied: User is not authorized to perform: sts:AssumeRole',
  ],
  [
    400,
    writeError('Throttling', 'Rate exceeded'),
    'unobtained',
    'AWS refused (HTTP 400): Throttling: Rate exceeded',
  ],
  [200, '<AssumeRoleResponse/>', 'unobtained', 'The response of AWS has no credentials: HTTP 200.'],
  [502, '<html><br>', 'unobtained', 'The response of AWS has no credentials: HTTP 502.'],
])('what STS answers with %d %s is reported', async (status, body, kind, told) => {
  answer = (_request, response) => response.writeHead(status).end(body);
  const { context, actor } = setup;
  const outcome = await authorizeConnection(context, actor.organizationId, await connect());
  expect(outcome.kind).toBe(kind);
  expect(JSON.stringify(outcome)).toContain(`the connection Files has no token. ${told}`);
});

test('the key is sealed, shown masked, and typed again for another address of STS', async () => {
  const { context, actor } = setup;
  const id = await connect();
  const { db } = context;
  await authorizeConnection(context, actor.organizationId, id);
  const rows = [
    await db.first(db.build.selectFrom('connections').selectAll().where('id', '=', id)),
    await db.first(db.build.selectFrom('connection_tokens').selectAll()),
  ];
  expect(JSON.stringify(rows)).not.toMatch(/secret-access-key|role-s|ASIA/);
  const read = await readConnectionById(context, actor.organizationId, id);
  expect(read).toMatchObject({ connection: { config: { secretAccessKey: '••••y-77', roleArn } } });
  const elsewhere = { stsUrl: 'https://sts.evil.example.org' };
  expect(await changeConnection(context, actor, id, { config: elsewhere })).toMatchObject({
    kind: 'invalid',
    fields: { 'config.secretAccessKey': ['Enter this again: it could now go to another server.'] },
  });
});

test.each([
  [
    { roleArn: 'integrations' },
    'roleArn',
    'Write the ARN of a role like arn:aws:iam::123456789012:role/integrations',
  ],
  [{ externalId: 'a b' }, 'externalId', 'An external ID has letters, digits and +=,.@:/-_'],
  [{ region: '' }, 'region', 'Region is required'],
  [{ stsUrl: 'sts' }, 'stsUrl', 'Enter a URL like https://sts.eu-central-1.amazonaws.com'],
])('%o is refused', async (changes, field, message) => {
  expect(await create(changes)).toMatchObject({
    kind: 'invalid',
    fields: { [`config.${field}`]: [message] },
  });
});
