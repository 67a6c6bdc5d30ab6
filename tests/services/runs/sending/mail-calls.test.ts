// Calls that send a mail, from the delivery to the log.
import { spawnSync } from 'node:child_process';
import { beforeEach, describe, expect, test } from 'vitest';
import { listAttempts } from '~/db/executions/steps';
import type { LoggedRequest, LoggedResponse } from '~/engine/logged';
import { createConnection } from '~/services/connections/connections';
import { runExecution } from '~/services/runs/run-execution';
import { allowing, makeOutbound } from '../../../outbound/loopback';
import { createCertificate } from '../../../support/certificate';
import { type ReceivedMail, startMailServer } from '../../../support/mail-server';
import { createRunSetup, never, type RunSetup } from '../run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

/** Starts a mail server that calls may reach as mail.test. */
async function startServer(
  protocol: 'smtp' | 'smtps' = 'smtp',
  options: Parameters<typeof startMailServer>[0] = {},
) {
  const certificate = protocol === 'smtps' ? createCertificate('mail.test') : undefined;
  const { port, received } = await startMailServer(
    certificate ? { ...certificate, secure: true, ...options } : { disabledCommands: ['STARTTLS'] },
  );
  setup.context.outbound = makeOutbound({
    allow: allowing(`mail.test:${port},127.0.0.1`),
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    ...(certificate && { ca: certificate.cert }),
  });
  return { url: `${protocol}://Mail.Test:${port}/`, host: `mail.test:${port}`, received, certificate };
}

/** Refuses each mail with a long reply that repeats the password. */
function onMailFrom(_address: unknown, _session: unknown, answer: (error: Error) => void): void {
  const reply = `${'x'.repeat(190)}p@ss word ${'y'.repeat(300)}`;
  answer(Object.assign(new Error(reply), { responseCode: 550 }));
}

/** Runs one call, after others, and returns what the log has of it. */
async function send(call: Record<string, unknown>, payload = '{"n":"7"}', before: object[] = []) {
  const mail = {
    id: 'mail',
    name: 'Tell Ada',
    method: 'POST',
    headers: { From: 'Wicked <hooks@example.com>', To: 'ada@example.com', Subject: 'Order {{n}}' },
    body: 'It is "{{n}}".',
    ...call,
  };
  const id = await setup.accept(await setup.seed({ apiCalls: [...before, mail] }), payload);
  await runExecution(setup.context, await setup.claim(), never);
  const attempts = await listAttempts(setup.context.db, [id]);
  const last = attempts.at(-1);
  return {
    ...(await setup.findExecution(id)),
    request: last && (JSON.parse(last.request) as LoggedRequest),
    response: last?.response ? (JSON.parse(last.response) as LoggedResponse) : undefined,
    rows: JSON.stringify(attempts),
  };
}

/** Creates a connection with the user of the mail server. */
function connect(allowedHosts: string[], name: string) {
  const config = { username: 'wicked', password: 'p@ss word', extraHeaders: 'X-Account: a7' };
  return createCredentials('basic', config, allowedHosts, name);
}

async function createCredentials(
  kind: string,
  config: Record<string, unknown>,
  allowedHosts: string[],
  name = 'Mails',
) {
  const input = { name, baseUrl: '', allowedHosts, kind, config };
  const outcome = await createConnection(setup.context, setup.actor, input);
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  return { authConfig: { type: 'connection', connectionId: outcome.connection.id } };
}

function onlyMail(received: ReceivedMail[]): ReceivedMail {
  expect(received).toHaveLength(1);
  return received[0] as ReceivedMail;
}

test('a call to a mail server sends a mail with the run’s variables, as plain text, and its reply can be saved', async () => {
  const { url, host, received } = await startServer();
  const responseMapping = { extractFields: [{ jsonPath: '.messageId', saveAs: 'mail_id' }] };
  const { status, request, response } = await send({ url, responseMapping }, '{"n":"Grün \\"7\\""}');
  expect(status).toBe('completed');
  const { source, recipients } = onlyMail(received);
  expect(recipients).toEqual(['ada@example.com']);
  expect(source).toMatch(/^Subject: =\?UTF-8\?Q\?Order_Gr=C3=BCn/m);
  expect(source).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
  expect(source).toContain('It is "Gr=C3=BCn "7""');
  expect(source).not.toMatch(/idempotency|x-wicked|traceparent/i);
  expect(request).toMatchObject({ method: 'POST', url: `smtp://${host}` });
  expect(response).toMatchObject({ status: 200 });
});

test('HTML comes of the content type; a form has texts and attachments', async () => {
  const { url, received } = await startServer();
  const headers = { From: 'a@example.com', To: 'b@example.com', 'Content-Type': 'text/html' };
  await send({ url, headers, body: '<p>{{n}}</p>' });
  expect(onlyMail(received.splice(0)).source).toMatch(/^Content-Type: text\/html/m);

  setup.answers.handler = (_request, response) =>
    response.writeHead(200, { 'Content-Disposition': 'attachment; filename="a.pdf"' }).end('%PDF');
  const download = {
    id: 'download',
    name: 'Download',
    method: 'GET',
    url: setup.target.url,
    responseMapping: { saveFileAs: 'invoice', extractFields: [] },
  };
  const form = { text: 'Plain {{n}}', html: '<b>{{n}}</b>', invoice: '{{invoice}}', note: 'More' };
  const { status } = await send({ url, bodyType: 'multipart', body: JSON.stringify(form) }, undefined, [
    download,
  ]);
  expect(status).toBe('completed');
  const { source } = onlyMail(received);
  expect(source).toContain('Plain 7');
  expect(source).toContain('<b>7</b>');
  expect(source).toContain('filename=a.pdf');
  expect(source).toContain(Buffer.from('%PDF').toString('base64'));
  expect(source).toContain('filename=note.txt');
});

test('a line break in a value is no further header: nothing is sent', async () => {
  const { url, received } = await startServer();
  const { error_message } = await send({ url }, JSON.stringify({ n: '7\r\nBcc: eve@example.com' }));
  expect(error_message).toContain('The value of the header Subject has a line break');
  expect(received).toEqual([]);
});

test('credentials that a mail server does not take are not left out: nothing is sent', async () => {
  const { url, host, received } = await startServer();
  const config = { in: 'header', name: 'X-Api-Key', value: 'key-of-the-api-77' };
  const { authConfig } = await createCredentials('api_key', config, [host]);
  const words = 'A mail server takes a user name with a password, or a bearer token, and';
  const { error_message } = await send({ url, authConfig });
  expect(error_message).toBe(`Tell Ada: ${words} the connection Mails gives neither, so nothing was sent.`);
  const headers = { From: 'a@example.com', To: 'ada@example.com', Authorization: 'Token {{n}}' };
  expect((await send({ url, headers })).error_message).toBe(
    `Tell Ada: ${words} the header Authorization gives neither, so nothing was sent.`,
  );
  expect(received).toEqual([]);
});

test('a variable decides no mail server', async () => {
  const { url, received } = await startServer();
  const { error_message } = await send({ url: '{{n}}' }, JSON.stringify({ n: url }));
  expect(error_message).toContain('URL must be a valid HTTP/HTTPS URL');
  expect(received).toEqual([]);
});

test('a mail without recipients in its headers is not sent', async () => {
  const { url } = await startServer();
  const { error_message } = await send({ url, headers: { From: 'a@example.com', To: '{{n}}' } }, '{"n":" "}');
  expect(error_message).toContain('A mail needs the header To, Cc or Bcc');
});

describe.skipIf(spawnSync('openssl', ['version']).status !== 0)('with credentials', () => {
  test('of its own they leave no half in the error of a long reply that repeats them', async () => {
    const { url } = await startServer('smtps', { onMailFrom });
    const authConfig = { type: 'basic', username: 'wicked', password: 'p@ss word' };
    const { error_message, response, rows } = await send({ url, authConfig });
    const words = `550 ${'x'.repeat(190)}••••`;
    expect(error_message).toBe(`Tell Ada: HTTP 422: ${words}…`);
    expect(response?.statusText).toBe(`${words}…`);
    expect(rows).not.toContain('p@ss');
  });

  test('of its own they stay out of the mail and the log', async () => {
    const { url, received } = await startServer('smtps');
    const authConfig = { type: 'basic', username: 'wicked', password: 'p@ss word' };
    const { status, rows } = await send({ url, authConfig });
    expect(status).toBe('completed');
    const { user, source } = onlyMail(received);
    expect(user).toBe('wicked');
    expect(rows + source).not.toMatch(/p@ss word|d2lja2VkOnBAc3Mgd29yZA/);
  });

  test('of a connection go to its hosts alone, and its other headers to nobody', async () => {
    const { url, host, received } = await startServer('smtps');
    const { status } = await send({ url, ...(await connect([host], 'Mails')) });
    expect(status).toBe('completed');
    const { user, source } = onlyMail(received);
    expect(user).toBe('wicked');
    expect(source).not.toContain('X-Account');
    const { error_message } = await send({ url, ...(await connect(['mail.test'], 'Others')) });
    expect(error_message).toContain(`does not allow the host ${host}`);
    expect(received).toHaveLength(1);
  });

  test('the authority of a connection verifies its mail server', async () => {
    const { url, host, received, certificate } = await startServer('smtps');
    setup.context.outbound = makeOutbound({
      allow: allowing(`${host},127.0.0.1`),
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const { error_message } = await send({ url, ...(await createCredentials('none', {}, [host], 'Open')) });
    expect(error_message).toContain('is not accepted: it is self-signed');
    const serverCa = certificate?.cert;
    const { status } = await send({ url, ...(await createCredentials('none', { serverCa }, [host], 'Own')) });
    expect(status).toBe('completed');
    expect(onlyMail(received).user).toBe('');
  });
});
