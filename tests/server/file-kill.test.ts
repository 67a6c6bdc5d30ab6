// A large file is passed on by a process that is killed in the middle of the download, and again between download and upload.
import { createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { startHttp } from '../outbound/loopback';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer } from '../support/server';
import { waitFor } from '../support/wait-for';
import { countUnfinished, openForReading } from './records';

test('a process that is killed downloads the file again only where it was not whole, and leaves no parts behind', async () => {
  const scan = randomBytes(10 * 256 * 1024 + 17);
  const seen: string[] = [];
  const held: ServerResponse[] = [];
  const uploaded: string[] = [];
  const { url } = await startHttp(async (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (request.method === 'GET') {
      // The first response never ends.
      const isWhole = seen.length > 1;
      response.writeHead(200, { 'Content-Length': scan.length, 'Content-Type': 'application/pdf' });
      if (isWhole) response.end(scan);
      else response.write(scan.subarray(0, -1));
      return;
    }
    const hash = createHash('sha256');
    // The process may be killed while it sends.
    const isRead = await (async () => {
      for await (const chunk of request) hash.update(chunk as Buffer);
      return true;
    })().catch(() => false);
    if (!isRead) return;
    uploaded.push(hash.digest('hex'));
    if (uploaded.length > 1) response.end('{}');
    else held.push(response);
  });

  const dataDir = createDataDir();
  const seed = await seedOwner(dataDir);
  const id = await seedIntegration(seed, {
    triggerConfig: webhookTrigger({ variables: [] }),
    apiCalls: [
      {
        id: 'get',
        name: 'Get',
        method: 'GET',
        url: `${url}/scan`,
        responseMapping: { saveFileAs: 'scan', extractFields: [] },
      },
      { id: 'put', name: 'Put', method: 'PUT', url: `${url}/scan`, bodyType: 'file', body: '{{scan}}' },
    ],
  });
  await seed.close();

  let server = await startServer({ dataDir });
  const db = openForReading(dataDir);
  const count = (table: string) => Number(db.prepare(`select count(*) from ${table}`).pluck().get());
  const headers = { 'Content-Type': 'application/json' };
  await fetch(`${server.url}/webhook/${id}`, { method: 'POST', headers, body: '{}' });
  await waitFor('ten parts', () => count('saved_file_parts') === 10);
  await server.kill('SIGKILL');

  server = await startServer({ dataDir });
  await waitFor('the upload', () => held.length === 1);
  expect([count('saved_files'), count('saved_file_parts'), count('saved_file_uses')]).toEqual([1, 11, 1]);
  await server.kill('SIGKILL');

  server = await startServer({ dataDir });
  await waitFor('the end', () => countUnfinished(db) === 0);
  expect(await server.kill('SIGTERM'), server.output()).toBe(0);
  expect(seen).toEqual(['GET /scan', 'GET /scan', 'PUT /scan', 'PUT /scan']);
  const sha256 = createHash('sha256').update(scan).digest('hex');
  expect(uploaded).toEqual([sha256, sha256]);
  expect(db.prepare('select status, error_message from executions').all()).toEqual([
    { status: 'completed', error_message: null },
  ]);
  expect([count('saved_files'), count('saved_file_parts'), count('saved_file_uses')]).toEqual([1, 11, 1]);
  db.close();
}, 120_000);
