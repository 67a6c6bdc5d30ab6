import { beforeEach, expect, test } from 'vitest';
import { newId } from '~/db/core/id';
import { createIntegration } from '~/services/integrations/integrations';
import { testCall } from '~/services/test-runs/single-call';
import { testOnce } from '~/services/test-once';
import type { Actor } from '~/services/actor';
import { makeOutbound } from '../outbound/loopback';
import { createTestUser } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { answerJson, startTarget, type Target } from '../support/target';

let context: TestContext;
let actor: Actor;
let subjectId: string;
let target: Target;

beforeEach(async () => {
  context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  const made = await createIntegration(context, actor, { name: 'Orders' });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  subjectId = made.integration.id;
  target = await startTarget(answerJson({ done: true }));
  return () => target.close();
});

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

function press(form: FormData, of: { actor: Actor; subjectId: string } = { actor, subjectId }, more = {}) {
  return testOnce(context, { ...of, form }, () =>
    testCall(context, actor, subjectId, { method: 'POST', url: target.url, ...more }),
  );
}

function once(form: FormData) {
  return testOnce(context, { actor, subjectId, form }, () => Promise.resolve({ kind: 'tested' }));
}

test('a form that is sent again, at once or later, sends its call once and gets the same result', async () => {
  const form = () => formOf({ formKey, intent: 'test:0' });
  const formKey = newId();
  const outcomes = await Promise.all([press(form()), press(form())]);
  outcomes.push(await press(form()));
  expect(outcomes).toMatchObject(
    Array.from({ length: 3 }, () => ({ kind: 'tested', test: { statusCode: 200 } })),
  );
  expect(new Set(outcomes).size).toBe(1);
  expect(target.received).toHaveLength(1);
  context.clock.advance(10 * 60_000);
  await press(form());
  expect(target.received).toHaveLength(2);
});

test('each page, each word, each subject and each person sends its own, and so does a form without a key', async () => {
  const fields = { formKey: newId(), intent: 'test:0', url: 'a' };
  await press(formOf(fields));
  await press(formOf({ ...fields, formKey: newId() }));
  await press(formOf({ ...fields, url: 'b' }));
  await press(formOf(fields), { actor, subjectId: 'another' });
  await press(formOf(fields), { actor: { ...actor, userId: 'another' }, subjectId });
  await press(formOf({ url: 'a' }));
  await press(formOf({ url: 'a' }));
  expect(target.received).toHaveLength(7);
});

test('a test that sent nothing is no test: the same form sends its call once it can be sent', async () => {
  const form = formOf({ formKey: newId(), intent: 'test:0' });
  expect(await press(form, undefined, { url: 'no address' })).toMatchObject({ kind: 'invalid' });
  expect(await press(form)).toMatchObject({ kind: 'tested' });
  expect(target.received).toHaveLength(1);
});

test('work that fails is done again', async () => {
  const form = formOf({ formKey: newId() });
  await expect(
    testOnce(context, { actor, subjectId, form }, () => Promise.reject(new Error('lost'))),
  ).rejects.toThrow('lost');
  expect(await press(form)).toMatchObject({ kind: 'tested' });
});

test('at most fifty results are kept: the oldest is forgotten', async () => {
  const [first, ...others] = Array.from({ length: 51 }, () => formOf({ formKey: newId() }));
  const [kept] = await Promise.all([once(first!), ...others.map(once)]);
  expect(await once(others[0]!)).toBe(await once(others[0]!));
  expect(await once(first!)).not.toBe(kept);
});
