// What is known to be missing of what every run, and every event, brings.
import { describe, expect, test } from 'vitest';
import { listWarnings } from '~/engine/checks/warnings';
import { Definition } from '~/engine/integration';
import { makeChain, makeCheck, makeHandling } from '../run/run-steps';

const wait = { kind: 'answer', seconds: 60 };

describe('a field that is not there is named among the warnings', () => {
  test('of the run', () => {
    const body = '{{run.ide}} {{run.id}} {{run.failure.stauts | default: 0}} {{run.failure.status}}';
    const rules = [{ statusCodes: ['5xx'], action: 'webhook', webhookURL: 'https://a.example/{{run.x}}' }];
    const chain = makeChain([{ name: 'Try' }, { name: 'Letter', body }], {
      handlings: [makeHandling('c1', rules)],
      checks: [makeCheck(1, { field: 'run.failure.code', operator: 'exists' })],
    });
    const ofRun = '{{run}} has only id, startedAt, failure, answerUrl and attemptId.';
    const ofFailure = '{{run.failure}} has only callName, status, error, attempts and at.';
    expect(listWarnings(chain)).toEqual([
      `Try: {{run.x}} in the webhook URL of a rule is never there: ${ofRun}`,
      `The field run.failure.code of a condition is never there: ${ofFailure}`,
      `Letter: {{run.ide}} in the body is never there: ${ofRun}`,
      `Letter: {{run.failure.stauts | default: 0}} in the body is never there: ${ofFailure}`,
    ]);
  });

  test('of an event', () => {
    const event = { integrationId: 'i', on: 'completed' };
    const body = '{{trigger.eror}} {{trigger.variables.any.thing}} {{trigger.failure.error}} {{trigger}}';
    const chain = makeChain([{ name: 'Mail', body }]);
    expect(listWarnings(Definition.parse({ ...chain, triggerConfig: { type: 'event', event } }))).toEqual([
      'Mail: {{trigger.eror}} in the body is never there: {{trigger}} has only executionId, integrationId, integrationName, integrationTags, status, errorMessage, failure, startedAt, completedAt and variables.',
    ]);
    expect(listWarnings(chain)).toEqual([]);
  });
});

test('the answer of a wait is known to the condition before its call, as the wait comes first', () => {
  const calls = [
    { name: 'Ask', body: '{{run.answerUrl}}' },
    { name: 'Ship', wait: { ...wait, saveAs: 'approval' } },
  ];
  const condition = { field: 'approval.choice', operator: 'equals', value: 'Approve' };
  expect(listWarnings(makeChain(calls, { checks: [makeCheck(1, condition)] }))).toEqual([]);
  // It is not there yet before the call in front.
  expect(listWarnings(makeChain(calls, { checks: [makeCheck(0, condition)] }))).toEqual([
    'Condition: approval is not known there, so it counts as missing.',
  ]);
});

describe('the address of a wait', () => {
  test('is sent by what is computed of it, and by the webhook of a rule', () => {
    const computed = [{ saveAs: 'link', template: '{{run.answerUrl}}' }];
    const link = makeChain([{ responseMapping: { computed } }, { body: '{{link}}' }, { wait }]);
    expect(listWarnings(link)).toEqual([]);
    const webhookURL = 'https://ops.example/{{run.answerUrl}}';
    const rule = { statusCodes: ['5xx'], action: 'webhook', webhookURL };
    expect(listWarnings(makeChain([{}, { wait }], { handlings: [makeHandling('c1', [rule])] }))).toEqual([]);
  });

  test('is not there behind the last wait, and before the first call', () => {
    const chain = makeChain([
      { body: '{{run.answerUrl}}' },
      { name: 'Ship', wait, body: '{{run.answerUrl}}' },
    ]);
    const none = 'has no value there: no wait for an answer follows.';
    expect(listWarnings(chain)).toEqual([`Ship: {{run.answerUrl}} in the body ${none}`]);
    const runSettings = { computed: [{ saveAs: 'link', template: '{{run.answerUrl}}' }] };
    const begun = makeChain([{ body: '{{run.answerUrl}}' }, { wait }]);
    expect(listWarnings(Definition.parse({ ...begun, runSettings }))).toEqual([
      `{{run.answerUrl}} in the computed variable link ${none}`,
    ]);
  });
});
