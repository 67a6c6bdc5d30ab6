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

test('a person has thirty tests of a kind under way, by however many tokens', async () => {
  const context = await createTestContext();
  const begun = Array.from({ length: 30 }, (_, n) =>
    countTest(context, { ...actor, tokenId: `token ${n % 3}` }, 'call'),
  );
  expect(new Set(begun.map(({ kind }) => kind))).toEqual(new Set(['begun']));
  for (const who of [actor, { ...actor, tokenId: 'another' }]) {
    expect(countTest(context, who, 'call')).toMatchObject({
      kind: 'too-many-requests',
      message: expect.stringContaining('in all sessions and by all API tokens') as string,
    });
  }
  expect(countTest(context, { userId: 'bob', tokenId: 'token of bob' }, 'call').kind).toBe('begun');
  const [first] = begun;
  if (first?.kind === 'begun') first.end();
  expect(countTest(context, actor, 'call').kind).toBe('begun');
});

test('a person starts three hundred tests within a minute, by however many tokens', async () => {
  const context = await createTestContext();
  const start = (tokenId: string) => {
    const begun = countTest(context, { ...actor, tokenId }, 'run');
    if (begun.kind === 'begun') begun.end();
    return begun;
  };
  for (let n = 0; n < 300; n += 1) expect(start(`token ${n % 5}`).kind).toBe('begun');
  expect(start('token 6')).toMatchObject({ kind: 'too-many-requests', retryAfterSeconds: 60 });
});
