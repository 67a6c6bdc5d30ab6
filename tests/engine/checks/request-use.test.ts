import { describe, expect, test } from 'vitest';
import { findRequestProblem, usesRequest } from '~/engine/checks/request-use';
import { listWarnings } from '~/engine/checks/warnings';
import { Definition } from '~/engine/integration';
import { parseReference } from '~/engine/placeholders/reference-pattern';
import { makeChain, makeCheck, makeHandling } from '../run/run-steps';

/** A chain behind a webhook. */
function define(
  calls: object[],
  { webhook = {}, ...steps }: { webhook?: object; checks?: object[]; handlings?: object[] } = {},
): Definition {
  const chain = makeChain(calls as Record<string, unknown>[], steps);
  return Definition.parse({ ...chain, triggerConfig: { type: 'webhook', webhook } });
}

const event = '{{request.headers.x-event}}';

describe('an integration uses the request', () => {
  test.each<[string, Definition]>([
    ['in a URL', define([{ url: `https://a.example/${event}` }])],
    ['in a header', define([{ headers: { 'X-Event': event } }])],
    ['in a body', define([{ method: 'POST', body: `{"all": {{ request }}}` }])],
    ['in what is remembered', define([{ remember: [{ name: 'last', value: 'request.headers.x-event' }] }])],
    ['in a time to wait until', define([{ wait: { kind: 'until', at: event } }])],
    ['in a password', define([{ authConfig: { type: 'basic', username: 'a', password: event } }])],
    [
      'in a condition',
      define([{}, {}], { checks: [makeCheck(1, { field: 'request.method', value: 'POST' })] }),
    ],
    [
      'in the address of a rule',
      define([{}], {
        handlings: [
          makeHandling('c1', [
            { statusCodes: [500], action: 'webhook', webhookURL: `https://a.example/${event}` },
          ]),
        ],
      }),
    ],
    ['behind a call that saves another', define([{ responseMapping: { saveAs: 'all' } }, { body: event }])],
  ])('%s', (_place, definition) => expect(usesRequest(definition)).toBe(true));

  test.each<[string, Definition]>([
    ['by no name', define([{ url: 'https://a.example/{{trigger.request.id}}?request={{trigger.a}}' }])],
    [
      'where the trigger has a variable of this name',
      define([{ body: event }], { webhook: { variables: [{ name: 'request', jsonPath: '.request' }] } }),
    ],
    [
      'where a call before saves one of this name',
      define([{ responseMapping: { saveAs: 'request' } }, { body: event }]),
    ],
    ['of another trigger', makeChain([{ body: event }])],
    // The endpoint has the delivery at hand.
    [
      'only for which deliveries are run',
      define([{}], { webhook: { onlyRunIf: [{ field: 'request.method', value: 'POST' }] } }),
    ],
  ])('not %s', (_place, definition) => expect(usesRequest(definition)).toBe(false));
});

describe('what is never there', () => {
  test.each([
    ['request', undefined],
    ['request.headers', undefined],
    ['request.headers.x-event', undefined],
    ["request.headers['x-event']", undefined],
    ["request['query'].Page", undefined],
    ['request.query.tag[0]', undefined],
    ['requests.body', undefined],
    ['request.body', 'a request has only method, path, query and headers'],
    ['request.headers.X-Event', 'header names are lower case there'],
    ['request.headers.authorization', 'what proves who sends is not kept'],
    ["request.headers['x-hub-signature-256']", 'what proves who sends is not kept'],
    ['request.query.access_token', 'what proves who sends is not kept'],
  ])('%s: %s', (text, problem) => {
    const reference = parseReference(text);
    expect(reference && findRequestProblem(reference)).toBe(problem);
  });

  test('is warned of where it is written', () => {
    const definition = define([{ name: 'Tell', headers: { 'X-A': '{{request.body}}' } }, { name: 'Next' }], {
      checks: [makeCheck(1, { field: 'request.headers.X-Event', value: 'a' })],
      webhook: { onlyRunIf: [{ field: 'request.headers.cookie', operator: 'exists' }] },
    });
    expect(listWarnings(definition)).toEqual([
      'The field request.headers.cookie of a condition is never there: what proves who sends is not kept.',
      'Tell: {{request.body}} in the header X-A is never there: a request has only method, path, query and headers.',
      'The field request.headers.X-Event of a condition is never there: header names are lower case there.',
    ]);
  });

  test('is not warned of in a variable of the trigger that has the name', () => {
    const variables = [{ name: 'request', jsonPath: '.request' }];
    expect(listWarnings(define([{ body: '{{request.body}}' }], { webhook: { variables } }))).toEqual([]);
  });

  test('is all of it where no delivery starts the run', () => {
    expect(listWarnings(makeChain([{ name: 'Tell', body: '{{request.method}}' }]))).toEqual([
      'Tell: {{request.method}} in the body is not known there, so it would not be sent.',
    ]);
  });
});
