// Filters in a hand-typed address: what the page cannot read, neither narrows its list nor stands in the link to the table.
import { expect, test } from 'vitest';
import { runExecution } from '~/services/runs/run-execution';
import { csvUrl, loadPage } from '~/routes/integration.$integrationId.logs/filters/load-page';
import { readLogQuery } from '~/routes/integration.$integrationId.logs/filters/log-url';
import { createCheckedApp } from '../../../api/checked-app';
import { createRunSetup, never } from '../../../services/runs/run-setup';
import { signInAs } from '../../../support/accounts';

const quotes = '%22'.repeat(600);

test.each([
  ['no status', 'status=unknown', ''],
  ['a property of every object', 'status=toString', ''],
  ['no trigger', 'trigger=unknown', ''],
  ['no times', 'from=never&to=Sep+13+275760', ''],
  ['a year with another minute behind it', 'to=9999-12-31T23:59', ''],
  ['one that can be read', 'trigger=unknown&status=queued', '?status=queued'],
  [
    'days',
    'from=2026-01-05&to=2999-12-31T23:59',
    '?from=2026-01-05T00%3A00%3A00.000Z&to=3000-01-01T00%3A00%3A00.000Z',
  ],
  ['a word too late', `status=queued&q=${quotes}ord`, '?status=queued'],
  ['a long search', `q=absent+${quotes}`, `?q=absent+${'%22'.repeat(493)}`],
])('%s', async (_, typed, linked) => {
  const setup = await createRunSetup();
  const { context, actor, target } = setup;
  const id = await setup.seed({ apiCalls: [{ id: 'a', method: 'GET', url: target.url }] });
  await setup.accept(id, '{}');
  await runExecution(context, await setup.claim(), never);
  const queued = await setup.accept(id, '{}');

  const view = readLogQuery(id, new URLSearchParams(typed));
  const owner = { integrationId: id, organizationId: actor.organizationId };
  const { executions } = await loadPage(context.db, owner, view);
  const url = csvUrl(view);
  expect(url).toBe(`/api/integrations/${id}/executions.csv${linked}`);
  const response = await createCheckedApp(context).request(url, {
    headers: { Cookie: await signInAs(context, actor.userId) },
  });
  expect(response.status).toBe(200);
  const [, ...lines] = (await response.text()).trim().split('\r\n');
  expect(lines.map((line) => line.slice(0, queued.length))).toEqual(executions.map((each) => each.id));
  expect(executions).toHaveLength(linked.includes('absent') ? 0 : linked.includes('queued') ? 1 : 2);
});
