// The recipes, run with the payload that stands beside them.
import { expect, test } from 'vitest';
import { runExecution } from '~/services/runs/run-execution';
import { createRunSetup, never } from '../services/runs/run-setup';
import { webhookTrigger } from '../support/seed';
import { findBlock, listBlocks } from './documents';

interface Recipe {
  apiCalls: object[];
}

test('a form’s option ids become the labels that the person chose', async () => {
  const setup = await createRunSetup();
  const block = listBlocks('docs/recipes.md').find(({ text }) => text.includes('Tally answers to Slack'));
  const recipe = JSON.parse(block?.text ?? '') as Recipe;
  const apiCalls = recipe.apiCalls.map((call) => Object.assign({}, call, { url: setup.target.url }));
  // Without Tally's signature, which has tests of its own.
  const id = await setup.seed({ ...recipe, triggerConfig: webhookTrigger({}), apiCalls });
  const payload = findBlock('docs/recipes.md', 'tally');
  await setup.accept(id, payload);
  await runExecution(setup.context, await setup.claim(), never);
  // Nobody has to answer a question.
  const { data } = JSON.parse(payload) as { data: { fields: { label: string; value: unknown }[] } };
  for (const field of data.fields) if (field.label === 'Extras') field.value = null;
  await setup.accept(id, JSON.stringify({ data }));
  await runExecution(setup.context, await setup.claim(), never);
  expect(setup.target.received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { text: 'Ann Lee chose Large, with Gift wrap, Express' },
    { text: 'Ann Lee chose Large, with nothing else' },
  ]);
});
