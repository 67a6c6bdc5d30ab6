import { expect, test } from 'vitest';
import { explainMissingVariable } from '~/routes/integration.$integrationId.logs/log-view/missing-variable';
import type { ApiCallLog } from '~/services/executions/log-schema';

const failed = {
  variableName: 'box',
  jsonPath: '.box',
  type: 'missing',
  success: false,
  message: 'not mapped: nothing was found at .box',
};

/** The call as an item of a for each ran it. */
const packIn = (loop: string, index: number) =>
  ({
    step: 1,
    apiCallName: `Pack ${loop}${index}`,
    loop: { id: loop, index },
    response: { headers: {}, responseMapping: { extractions: [failed] } },
  }) as unknown as ApiCallLog;

test('a web page that the variable was to come from is named', () => {
  const pack = {
    step: 1,
    apiCallName: 'Pack',
    response: { headers: { 'content-type': 'text/html' }, responseMapping: { extractions: [failed] } },
  } as unknown as ApiCallLog;
  const lacking = { step: 2, error: 'The variable {{box}} in the URL has no value.' } as ApiCallLog;
  expect(explainMissingVariable(lacking, [pack])).toEqual([
    'Pack was to save it: nothing was found at .box. Its answer is a web page, not JSON.',
  ]);
});

test('what an item of another for each did not save is no cause', () => {
  const lacking = {
    step: 9,
    error: 'The variable {{box}} in the URL has no value.',
    loop: { id: 'b', index: 1 },
  } as ApiCallLog;
  expect(explainMissingVariable(lacking, [packIn('a', 1), packIn('b', 1), packIn('b', 2)])).toEqual([
    'Pack b1 was to save it: nothing was found at .box.',
  ]);
});
