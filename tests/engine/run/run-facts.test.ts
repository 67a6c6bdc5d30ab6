import { expect, it } from 'vitest';
import { listWarnings } from '~/engine/checks/warnings';
import { Definition } from '~/engine/integration';
import { toRunFacts } from '~/engine/run-facts';
import { answer, run } from './recorded-events';
import { makeChain } from './run-steps';

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

it('nothing warns of what it is asked', () => {
  const warned = listWarnings(
    makeChain([{ method: 'POST', body: '"{{run.startedAt | date: \'%F\'}}{{run.id}}"' }]),
  );
  expect(warned).toEqual([]);
});
