// Which texts of secret records a run hides: as many as there are, and no more than it has to search for.
import { expect, test } from 'vitest';
import { sendToStore } from '~/services/stores/send-to-store';
import { createRunSetup, type RunSetup } from '../runs/run-setup';

/** Carries out a call, and returns the texts that its log hides. */
async function send({ context, actor }: RunSetup, call: object): Promise<string[]> {
  const secrets: string[] = [];
  const request = { method: 'GET', headers: [], body: '', secrets, ...call };
  const outcome = await sendToStore(context, actor, request as never);
  expect(outcome).toMatchObject({ status: 200 });
  return secrets;
}

test('a page of secret records with very many parts is read', async () => {
  const setup = await createRunSetup();
  const body = JSON.stringify(Array(20_000).fill(''));
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
    await send(setup, { method: 'PUT', url: `store://cache/${key}`, body, hasSecretBody: true });
  }
  const secrets = await send(setup, { url: 'store://cache' });
  expect(secrets.length).toBeGreaterThan(140_000);
  expect(secrets).toContain(body);
});
