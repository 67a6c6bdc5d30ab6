import { expect, test } from 'vitest';
import { countTest } from '~/services/test-runs/limit';
import { createTestContext } from '../../support/context';

const actor = { userId: 'ada', organizationId: 'o' };

test('ten tests of a kind are under way at once, for each user and each token', async () => {
  const context = await createTestContext();
  const begun = Array.from({ length: 10 }, () => countTest(context, actor, 'call'));
  expect(begun.map(({ kind }) => kind)).toEqual(Array(10).fill('begun'));
  expect(countTest(context, actor, 'call')).toEqual({
    kind: 'too-many-requests',
    retryAfterSeconds: 1,
    message: 'You have 10 tests in progress. Please wait until one of them has finished.',
  });
  expect(countTest(context, actor, 'run').kind).toBe('begun');
  expect(countTest(context, { ...actor, userId: 'bob' }, 'call').kind).toBe('begun');
  expect(countTest(context, { ...actor, tokenId: 'token' }, 'call').kind).toBe('begun');
  const [first] = begun;
  if (first?.kind === 'begun') first.end();
  expect(countTest(context, actor, 'call').kind).toBe('begun');
});

test('sixty tests may be started within a minute', async () => {
  const context = await createTestContext();
  for (let count = 0; count < 60; count += 1) {
    const begun = countTest(context, actor, count % 2 === 0 ? 'call' : 'run');
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    begun.end();
  }
  context.clock.advance(20_000);
  expect(countTest(context, actor, 'call')).toMatchObject({
    kind: 'too-many-requests',
    retryAfterSeconds: 40,
  });
  context.clock.advance(40_000);
  expect(countTest(context, actor, 'call').kind).toBe('begun');
});
