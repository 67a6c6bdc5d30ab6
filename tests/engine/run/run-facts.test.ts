import { expect, it } from 'vitest';
import { listWarnings } from '~/engine/checks/warnings';
import { Definition } from '~/engine/integration';
import { toRunFacts } from '~/engine/run-facts';
import { answer, run } from './recorded-events';
import { makeChain, makeHandling, noAnswer } from './run-steps';

it('an id that tells its time says when the run was begun, any other one nothing', () => {
  const id = '019b9f80-3c00-7abc-8def-0123456789ab';
  expect(toRunFacts(id)).toEqual({ id, startedAt: new Date(0x019b9f803c00).toISOString() });
  expect(toRunFacts('test.1')).toEqual({ id: 'test.1' });
});

it('a run names itself, unless the integration has a variable of that name', async () => {
  const chain = makeChain([{ method: 'POST', body: '{"id": "{{run.id}}"}' }]);
  const { sent } = await run(chain, { answers: [answer('ok')] });
  const [key] = sent[0]?.headers.find(([name]) => name === 'Idempotency-Key')?.[1].split('.') ?? [];
  expect(sent[0]?.body).toBe(`{"id": "${key}"}`);

  const webhook = { variables: [{ name: 'run', jsonPath: '$.run' }] };
  const own = Definition.parse({ ...chain, triggerConfig: { type: 'webhook', webhook } });
  const told = await run(
    { ...own, apiCalls: chain.apiCalls },
    { triggerData: { run: { id: 'mine' } }, answers: [answer('ok')] },
  );
  expect(told.sent[0]?.body).toBe('{"id": "mine"}');
});

it('each attempt of a call has an id of its own, and the same one when it is built again', async () => {
  const chain = makeChain(
    [{ method: 'POST', body: '"{{run.attemptId}} {{run.id}}"' }, { body: '"{{run.id}}"' }],
    {
      handlings: [
        makeHandling('c1', [
          { statusCodes: [503, 'network'], action: 'retry', retryConfig: { maxRetries: 3, retryDelay: 0 } },
        ]),
      ],
    },
  );
  const busy = answer('busy', { status: 503 });
  const { sent } = await run(chain, { answers: [noAnswer, busy, answer('ok'), answer('ok')] });
  const ids = sent.slice(0, 3).map(({ body }) => /^"(\S+) (\S+)"$/.exec(body ?? '')?.slice(1));
  const id = ids[0]?.[1] ?? '';
  expect(ids).toEqual([1, 2, 3].map((attempt) => [`${id}.c1.${attempt}`, id]));
  const again = await run(chain, { answers: [noAnswer, busy, answer('ok'), answer('ok')] });
  expect(again.sent.map(({ body }) => body)).toEqual(sent.map(({ body }) => body));
});

it('what a filter makes of a secret and the id of an attempt is masked in the log', async () => {
  const chain = makeChain([{ method: 'POST', body: '"{{run.attemptId | append: org.pw | sha1}}"' }]);
  const values = [{ name: 'pw', value: 'sesame-open-77', isSecret: true, allowedHosts: ['c1.example'] }];
  const { sent, events } = await run(chain, { answers: [answer('ok')], values });
  const [, digest = 'none'] = /^"([0-9a-f]{40})"$/.exec(sent[0]?.body ?? '') ?? [];
  expect(digest).toHaveLength(40);
  const logged = JSON.stringify(events, (key, value: unknown) => (key === 'secrets' ? undefined : value));
  expect(logged).toContain('call-finished');
  expect(logged).not.toContain(digest);
});

it('the id of an attempt exists in its own call alone, and not where a variable of the integration is called run', async () => {
  const computed = [{ saveAs: 'later', template: '{{run.attemptId}}' }];
  const chain = makeChain([{ url: 'https://c1.example/{{run.attemptId}}', responseMapping: { computed } }]);
  const { events } = await run(chain, { answers: [answer('ok')] });
  const finished = events.find(({ kind }) => kind === 'call-finished');
  expect(finished).toMatchObject({ outcome: 'success', saved: [] });

  const webhook = { variables: [{ name: 'run', jsonPath: '$.run' }] };
  const own = Definition.parse({ ...chain, triggerConfig: { type: 'webhook', webhook } });
  const told = await run({ ...own, apiCalls: chain.apiCalls }, { triggerData: { run: { id: 'mine' } } });
  expect(told.sent).toEqual([]);
});

it('nothing warns of what it is asked', () => {
  const warned = listWarnings(
    makeChain([{ method: 'POST', body: '"{{run.startedAt | date: \'%F\'}}{{run.id}}{{run.attemptId}}"' }]),
  );
  expect(warned).toEqual([]);
});
