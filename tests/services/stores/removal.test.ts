// Records go when they have expired, a few at a time.
import { beforeEach, expect, test } from 'vitest';
import { pruneExecutions } from '~/services/executions/retention';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';
import { listRows, put, runCalls } from './run-calls';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

const pace = { rest: () => Promise.resolve(), stopping: never };

test('upkeep removes what has expired, and the store counts the rest', async () => {
  const long = JSON.stringify({ long: 'x'.repeat(60_000) });
  const expiring = Array.from({ length: 9 }, (_, n) =>
    put(`store://cache/${n}?expires=1h`, '"{{trigger.long}}"'),
  );
  await runCalls(
    setup,
    [...expiring, put('store://cache/kept', '1'), put('store://cache/later?expires=2h', '22')],
    long,
  );
  setup.context.clock.advance(3_600_000);
  await pruneExecutions(setup.context, pace);
  expect(listRows(setup, 'records').map(({ key }) => key)).toEqual(['kept', 'later']);
  expect(listRows(setup, 'stores')).toMatchObject([{ records: 2, length: 3 }]);
});
