import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { findKeptForm, keepForm } from '~/services/accounts/kept-forms';
import { createTestContext, type TestContext } from '../../support/context';

const page = '/unsent';
let context: TestContext;
let directory: string;

beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wicked-kept-forms-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  context = await createTestContext({ config: { dataDir } });
  directory = join(dataDir, 'kept-forms');
  mkdirSync(directory);
});

const keep = (userId: string, text: string) => keepForm(context, { userId, page }, [['name', text]]);

/** Leaves files of forms as large as any may be, as if `accounts` users had each sent three. */
function fill(accounts: number): void {
  const endsAt = context.now() + 60_000;
  for (let index = 0; index < accounts * 3; index += 1) {
    writeFileSync(
      join(directory, `${endsAt}.user-${Math.floor(index / 3)}.form-${index}.${1024 * 1024}`),
      '',
    );
  }
}

test('a form stays while other accounts fill all the room that there is', async () => {
  const id = (await keep('ada', 'Orders')) ?? '';
  fill(33);
  for (let times = 0; times < 5; times += 1) await keep(`late-${times}`, 'x'.repeat(1024 * 1024 - 100));
  expect(await findKeptForm(context, { userId: 'ada', page }, id)).toEqual([['name', 'Orders']]);
  const sizes = readdirSync(directory).map((name) => Number(name.split('.')[3]));
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(100 * 1024 * 1024);
});

test('a form that comes when the room is full has room', async () => {
  fill(34);
  const id = (await keep('ada', 'Orders')) ?? '';
  expect(await findKeptForm(context, { userId: 'ada', page }, id)).toEqual([['name', 'Orders']]);
});

test('what was chosen takes no room from what was typed', async () => {
  const id = (await keep('ada', 'Orders')) ?? '';
  const chosen: string[] = [];
  for (let times = 0; times < 4; times += 1) {
    const place = { userId: 'ada', page: '/select', kind: 'chosen' as const };
    chosen.push((await keepForm(context, place, [['selected', String(times)]])) ?? '');
    context.clock.advance(1);
  }
  expect(await findKeptForm(context, { userId: 'ada', page }, id)).toEqual([['name', 'Orders']]);
  const found = await Promise.all(
    chosen.map((each) => findKeptForm(context, { userId: 'ada', page: '/select' }, each)),
  );
  expect(found.map((fields) => fields?.[0]?.[1])).toEqual([undefined, '1', '2', '3']);
});
