// The recipe that passes a large file on, run against stand-ins for the scanner, the bucket and the accounts.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createConnection } from '~/services/connections/connections';
import { signRequest } from '~/services/connections/signing/aws-signature';
import { runExecution } from '~/services/runs/run-execution';
import { readMultipart } from '~/services/webhooks/bodies/multipart';
import { createRunSetup, never } from '../services/runs/run-setup';
import { answerJson } from '../support/target';
import { deploy } from './recipe';

const scan = Buffer.from(Array.from({ length: 3 * 1024 * 1024 }, (_, at) => (at * 31 + (at >> 9)) & 255));
const sha256 = createHash('sha256').update(scan).digest('hex');

test('a scanned invoice is put into the archive and sent to the accounts, byte for byte', async () => {
  const setup = await createRunSetup();
  setup.answers.handler = (request, response) =>
    request.method === 'GET'
      ? response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(scan)
      : answerJson({})(request, response);
  const config = {
    region: 'eu-central-1',
    service: 's3',
    accessKeyId: 'AKIA-OF-INVOICES',
    secretAccessKey: 'secret-access-key-77',
  };
  const about = { name: 'Archive', kind: 'aws_sigv4', baseUrl: setup.target.url, config };
  const made = await createConnection(setup.context, setup.actor, about);
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  const archive = { type: 'connection', connectionId: made.connection.id };
  const id = await deploy(setup, 'Scanned invoices', { connections: { archive } });
  const executionId = await setup.accept(id, '{"document":{"id":"d-7","number":"2026-1042"}}');
  await runExecution(setup.context, await setup.claim(), never);
  expect(await setup.findExecution(executionId)).toEqual({ status: 'completed', error_message: null });

  const [get, put, post, ...others] = setup.target.received;
  if (!put || !post) throw new Error('The file was not sent.');
  expect([get?.url, others]).toEqual(['/api/documents/d-7/content', []]);
  const year = new Date(setup.context.now()).getUTCFullYear();
  expect([put.method, put.url]).toEqual(['PUT', `/${year}/2026-1042.pdf`]);
  expect(put.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(scan.length),
    'x-amz-content-sha256': sha256,
  });
  expect(put.bytes.equals(scan)).toBe(true);
  const at = (name: string) => String(put.headers[name]);
  const names = /SignedHeaders=([^,]+)/.exec(at('authorization'))?.[1] ?? '';
  const headers = names.split(';').map((name): [string, string] => [name, at(name)]);
  const wire = { method: 'PUT', path: put.url, query: '', headers, body: scan };
  expect(at('authorization')).toBe(signRequest(wire, { ...config, sessionToken: '' }));

  const read = readMultipart(post.bytes, String(post.headers['content-type']));
  if (read.kind !== 'parts') throw new Error(read.message);
  const [file, ...texts] = read.parts;
  expect(file).toMatchObject({ name: 'file', filename: 'invoice.pdf', contentType: 'application/pdf' });
  expect(file?.content.equals(scan)).toBe(true);
  expect(texts.map(({ name, content }) => [name, String(content)])).toEqual([
    ['number', '2026-1042'],
    ['sha256', sha256],
  ]);
});
