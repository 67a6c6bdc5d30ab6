// Credentials that an earlier release left in the clear are sealed by the first start, and gone from the file and its WAL.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { seedIntegration, seedOwner } from '../support/seed';
import { createDataDir, startServer } from '../support/server';

const canary = 'canary-key-48151623';

function readFiles(dataDir: string): string {
  const names = readdirSync(dataDir).filter((name) => name.startsWith('wicked.db'));
  return names.map((name) => readFileSync(join(dataDir, name)).toString('latin1')).join('\n');
}

test('a start seals what stood in the clear, and shows it masked', async () => {
  const dataDir = createDataDir();
  const seed = await seedOwner(dataDir);
  const headers = { 'X-Api-Key': canary };
  const id = await seedIntegration(seed, { apiCalls: [{ url: 'https://a.example/', headers }] });
  const { db } = seed.context;
  const versions = await db.all(db.build.selectFrom('integration_versions').select('definition'));
  const stored = JSON.parse(versions[0]?.definition ?? '');
  stored.apiCalls[0].headers = headers;
  stored.apiCalls[0].secretHeaders = [];
  await db.run(
    db.build
      .updateTable('integration_versions')
      .set({ definition: JSON.stringify(stored), credentials_sealed: 0 }),
  );
  await seed.close();
  expect(readFiles(dataDir)).toContain(canary);

  const server = await startServer({ dataDir });
  onTestFinished(() => void server.kill('SIGKILL'));
  const answer = await fetch(`${server.url}/api/integrations/${id}`, { headers: { Cookie: seed.cookie } });
  expect(await answer.json()).toMatchObject({
    apiCalls: [{ headers: { 'X-Api-Key': '••••1623' }, secretHeaders: ['X-Api-Key'] }],
  });
  expect(readFiles(dataDir)).not.toContain(canary);
  await server.kill('SIGKILL');
  expect(readFiles(dataDir)).not.toContain(canary);
  expect(server.output()).not.toContain(canary);
});
