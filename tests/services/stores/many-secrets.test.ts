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

test('of a page of records only the values of the secret ones are hidden', async () => {
  const setup = await createRunSetup();
  const [open, hidden] = ['{"name":"public"}', '{"token":"sesame-open-77"}'];
  for (const key of ['a', 'c']) await send(setup, { method: 'PUT', url: `store://cache/${key}`, body: open });
  const secret = { method: 'PUT', url: 'store://cache/b', body: hidden, hasSecretBody: true };
  const texts = [hidden, 'sesame-open-77'];
  expect(await send(setup, secret)).toEqual(texts);
  expect(await send(setup, { url: 'store://cache/b' })).toEqual(texts);
  expect(await send(setup, { url: 'store://cache' })).toEqual(texts);
});

test('of a deep value the whole is hidden and what is innermost, but not each level', async () => {
  const setup = await createRunSetup();
  const [begin, end] = ['{"a":['.repeat(20), ']}'.repeat(20)];
  const body = `${begin}"sesame-open-77",123456.70,true${end}`;
  const put = { method: 'PUT', url: 'store://cache/a', body, hasSecretBody: true };
  const texts = [body, 'sesame-open-77', '123456.70'];
  expect(await send(setup, put)).toEqual(texts);
  expect(await send(setup, { url: 'store://cache/a' })).toEqual(texts);
});
