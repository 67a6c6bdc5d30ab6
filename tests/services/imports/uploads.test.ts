// Documents that arrive slowly keep nobody from importing.
import { expect, it } from 'vitest';
import { storeCalls } from '~/services/imports/imports';
import { createUploads } from '~/services/imports/uploads';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { sendForm } from '../../support/form';
import { createDataDir } from '../../support/server';

async function createFull() {
  const context = await createTestContext({ config: { dataDir: createDataDir() } });
  let now = 0;
  Object.assign(context.importer, { uploads: createUploads(() => now) });
  const addMember = async () => {
    const { user, organizationId } = await createTestUser(context, { role: 'MEMBER' });
    return { userId: user.id, organizationId, address: '192.0.2.1' };
  };
  const { type } = await sendForm({ text: '' });
  const slow: ReturnType<typeof storeCalls>[] = [];
  for (let n = 0; n < 4; n += 1) {
    const member = await addMember();
    await new Promise<void>((resolve) => {
      const body = new ReadableStream<Uint8Array>({ pull: () => resolve() }, { highWaterMark: 0 });
      slow.push(storeCalls(context, member, { body, type }));
    });
    now += 1;
  }
  const upload = async () =>
    storeCalls(context, await addMember(), await sendForm({ text: 'curl https://a.test/1' }));
  return { slow, upload, pass: (milliseconds: number) => void (now += milliseconds) };
}

it('gives up the document that has been arriving longest for one that comes', async () => {
  const { slow, upload, pass } = await createFull();
  expect(await upload()).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 10 });
  pass(10_000);
  expect(await upload()).toMatchObject({ kind: 'kept' });
  expect(await slow[0]).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('arrived so slowly') as string,
  });
  expect(await Promise.race([slow[1], Promise.resolve('still arriving')])).toBe('still arriving');
});

it('gives up no document that has arrived', () => {
  let now = 0;
  const uploads = createUploads(() => now);
  const given: number[] = [];
  const begun = [0, 1, 2, 3].map((n) => uploads.begin(`user ${n}`, () => given.push(n)));
  for (const each of begun.slice(0, 3)) if (each.kind === 'begun') each.hasArrived();
  now = 60_000;
  expect(uploads.begin('another', () => {}).kind).toBe('begun');
  expect(given).toEqual([3]);
  expect(uploads.begin('one more', () => {}).kind).toBe('unavailable');
});
