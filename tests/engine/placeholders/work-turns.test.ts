import { expect, test } from 'vitest';
import { isMet } from '~/engine/conditions/condition';
import { findUnmetInParts } from '~/engine/conditions/delivery-filter';
import { finish } from '~/engine/json/json-parts';
import { renderUrl } from '~/engine/placeholders/rendered-url';
import { createWorkTurns, takeStepsInTurn } from '~/engine/placeholders/work-turns';
import { Condition } from '~/engine/definition/conditional-step';
import { answer, run } from '../run/recorded-events';
import { makeChain, makeCheck, makeHandling } from '../run/run-steps';

/** Most of the steps that one comparison may take. */
const items = Array.from({ length: 9_000 }, (_, n) => ({ n }));
const slow = (source: string) => ({
  field: `${source} | map: "n" | sort | sum`,
  operator: 'equals',
  value: 40_495_500,
});
const quick = Condition.parse({ field: 'trigger.ok', operator: 'equals', value: true });

/** A step's conditions. */
function checkAll(count: number) {
  const conditions = Array.from({ length: count }, () => slow('trigger'));
  return { enabled: true, executionTrigger: 'conditional', conditions };
}

function countRests() {
  const counted = { rests: 0, rest: async () => void (counted.rests += 1) };
  return counted;
}

test('others have a turn between comparisons that take long, and none between short ones', async () => {
  const variables = new Map([['trigger', { ok: true, items }]]);
  const compare = async (conditions: Condition[]) => {
    const counted = countRests();
    const turns = createWorkTurns();
    for (const condition of conditions) {
      const work = await takeStepsInTurn(turns, counted.rest);
      expect(isMet(condition, variables, work)).toBe(true);
    }
    return counted.rests;
  };
  expect(await compare(Array.from({ length: 20 }, () => quick))).toBe(0);
  expect(await compare(Array.from({ length: 20 }, () => Condition.parse(slow('trigger.items'))))).toBe(19);
});

test('others have a turn between the long comparisons of a delivery’s conditions', () => {
  const variables = new Map([['trigger', { items }]]);
  const conditions = Array.from({ length: 5 }, () => Condition.parse(slow('trigger.items')));
  const steps = [...findUnmetInParts(conditions, variables)];
  expect(steps).toHaveLength(4);
});

test('others have a turn between the long comparisons of a run’s steps and rules', async () => {
  const counted = countRests();
  const definition = makeChain([{}, {}], {
    checks: [{ ...makeCheck(1, {}), conditionalExecution: checkAll(4) }],
    handlings: [
      makeHandling('c1', [
        {
          statusCodes: [],
          action: 'continue',
          when: Array.from({ length: 3 }, () => slow('response.body.items')),
        },
      ]),
    ],
  });
  const { events } = await run(definition, {
    triggerData: items,
    answers: [answer({ items }), answer('')],
    rest: counted.rest,
  });
  const met = events.flatMap((event) => (event.kind === 'condition-checked' ? [event.conditionMet] : []));
  expect(met).toEqual([true]);
  expect(counted.rests).toBe(2 + 3);
});

test.each([
  ['https://api.example/{{id}}?q={{id}}', 2],
  ['{{base}}/{{id}}', 3],
])(
  '%s is filled in once; only what follows a value for the address is looked at alone',
  (template, parts) => {
    const variables = new Map<string, unknown>(Object.entries({ base: 'https://api.example', id: 7 }));
    expect([...renderUrl(template, variables, 'the URL')]).toHaveLength(parts);
    const moved = finish(renderUrl(template, variables.set('id', '..'), 'the URL'));
    expect(moved).toMatchObject({ kind: 'refused', message: expect.stringContaining('another path') });
  },
);
