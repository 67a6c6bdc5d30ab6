import { beforeEach, describe, expect, it } from 'vitest';
import { insertExecution } from '~/db/executions/executions';
import { finishExecution } from '~/db/executions/ended-executions';
import { newId } from '~/db/core/id';
import type { ExecutionFilter } from '~/db/executions/logs/indexed-ids';
import { maxCsvRows, writeExecutionsCsv } from '~/services/executions/execution-csv';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { createTestExecution, createTestIntegration, type Owner } from '../../support/executions';
import { seedIntegration, webhookTrigger } from '../../support/seed';

const secret = 'whsec_that-nobody-may-see';

let context: TestContext;
let owner: Owner;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const triggerConfig = webhookTrigger({
    secret,
    variables: [
      { name: 'order', jsonPath: '$.order.id' },
      { name: 'note', jsonPath: '$.note' },
    ],
  });
  const integrationId = await seedIntegration(
    { context, userId: user.id, organizationId },
    { triggerConfig, apiCalls: [{ url: 'https://a.test/' }] },
  );
  owner = { organizationId, integrationId };
});

async function write(filter: ExecutionFilter = {}, of = owner): Promise<string[]> {
  let text = '';
  for await (const piece of writeExecutionsCsv(context, of, filter)) text += piece;
  expect(text.startsWith('\uFEFF')).toBe(true);
  return text.slice(1).split('\r\n');
}

const facts = 'id,startedAt,completedAt,duration,status,triggerType,isTest,errorMessage';

describe('the table of executions', () => {
  it('has a line for each, newest first, with the variables of the webhook', async () => {
    const at = new Date(context.now()).toISOString();
    const failed = await createTestExecution(
      context,
      owner,
      '{"order":{"id":9007199254740993},"note":"a, \\"b\\""}',
    );
    context.clock.advance(1_500);
    const { integrationId } = owner;
    const ending = { id: failed, integrationId, status: 'error', errorMessage: 'HTTP 503' } as const;
    await finishExecution(context.db, { ...ending, completedAt: context.now() });
    const end = new Date(context.now()).toISOString();
    const queued = await createTestExecution(context, owner, null);
    expect(await write()).toEqual([
      `${facts},variables.order,variables.note`,
      `${queued},${end},,,queued,webhook,false,,,`,
      `${failed},${at},${end},1500,error,webhook,false,HTTP 503,9007199254740993,"a, ""b"""`,
      '',
    ]);
    expect(await write({ status: 'error' })).toHaveLength(3);
    expect(await write({ status: 'cancelled' })).toHaveLength(2);
  });

  it('holds no text that a spreadsheet takes for a formula, but numbers below zero', async () => {
    await createTestExecution(context, owner, '{"order":{"id":-1.5},"note":"=HYPERLINK(\\"x\\")"}');
    await createTestExecution(context, owner, '{"order":{"id":"-1+1"},"note":"@SUM(1)\\n+"}');
    const [, second, first] = await write();
    expect(first).toMatch(/,-1\.5,"'=HYPERLINK\(""x""\)"$/);
    expect(second).toMatch(/,'-1\+1,"'@SUM\(1\)\n'\+"$/);
  });

  it.each([
    ['a semicolon', 'a;=1', `"a;'=1"`],
    ['a semicolon and spaces', 'a;  -1', `"a;  '-1"`],
    ['a semicolon and quotes', 'a;\\"=1', `"a;""'=1"`],
    ['a tab', 'a\\t@A1', `"a\t'@A1"`],
    ['a line break', 'a\\n+1', `"a\n'+1"`],
  ])('disarms what would begin a cell behind %s, where that separates cells', async (_what, text, cell) => {
    await createTestExecution(context, owner, `{"order":{"id":"${text}"},"note":"x"}`);
    const [, line] = await write();
    expect(line).toContain(`,${cell},x`);
  });

  it.each([
    ['a null character', '\\u0000=1'],
    ['a line feed', '\\n=1'],
    ['an equals sign of full width', '＝1'],
    ['a plus sign of full width', '＋1'],
    ['a minus sign of full width', '－1'],
    ['an at sign of full width', '＠A1'],
  ])('disarms a text that begins with %s', async (_what, text) => {
    await createTestExecution(context, owner, `{"order":{"id":"${text}"},"note":"x"}`);
    const [, line] = await write();
    expect(line).toMatch(/,"?'[^,]*,x$/);
  });

  it('shows no secret, and no variables of a payload that is very long', async () => {
    await createTestExecution(context, owner, JSON.stringify({ note: `Bearer ${secret}` }));
    await createTestExecution(context, owner, JSON.stringify({ note: 'x'.repeat(256 * 1024) }));
    const [, long, masked] = await write();
    expect(masked).toContain('••••');
    expect(masked).not.toContain(secret);
    expect(long).toMatch(/,webhook,false,,,$/);
  });

  it('has the facts alone where there is no webhook, and nothing of another integration', async () => {
    await createTestExecution(context, owner);
    const other = await createTestIntegration(context, owner.organizationId);
    expect(await write({}, other)).toEqual([facts, '']);
  });

  it('ends after the newest ten thousand', async () => {
    const { organizationId, integrationId } = owner;
    await context.db.transaction(async (tx) => {
      for (let made = 0; made <= maxCsvRows; made += 1) {
        await insertExecution(tx, {
          id: newId(),
          organization_id: organizationId,
          integration_id: integrationId,
          integration_version: 1,
          status: 'cancelled',
          trigger_type: 'webhook',
          started_at: context.now(),
          completed_at: context.now(),
          error_message: null,
          trigger_data: null,
        });
      }
    });
    // With the line of names, and nothing after the last line.
    expect(await write()).toHaveLength(maxCsvRows + 2);
  });
});
