// The examples that documents offer to create: each can be, as it is read there.
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { listWarnings } from '~/engine/checks/warnings';
import { findDocument, findExample, listDocumentGroups } from '~/documentation/documents.server';
import { importExample, readExample } from '~/services/imports/examples';
import type { IntegrationResponse } from '~/services/integrations/integration-response';
import { createIntegration } from '~/services/integrations/integrations';
import { readNewIntegration } from '~/services/integrations/validate-definition';
import { createTestUser } from '../support/accounts';
import { createTestContext } from '../support/context';
import { documents, listBlocks } from './documents';

const whole = documents.flatMap((name) => listBlocks(name)).filter(({ mark }) => mark === 'integration');
const links = listDocumentGroups()
  .flatMap((group) => group.documents)
  .flatMap(({ address }) => {
    const { body } = new JSDOM(findDocument(address)?.html).window.document;
    return [...body.querySelectorAll<HTMLAnchorElement>('a[href^="/integration/import?"]')].map((link) => ({
      address,
      text: link.ariaLabel ?? '',
      shown: link.closest('p')?.previousElementSibling?.textContent ?? '',
      name: new URL(link.href, 'http://localhost').searchParams.get('example') ?? '',
    }));
  });

/** A new organization, which has nothing. */
async function createOwner() {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  return { context, actor: { userId: user.id, organizationId } };
}

test('each whole integration has a link of its own, and nothing else has one', () => {
  expect(links.map(({ shown }) => shown.trim())).toEqual(
    expect.arrayContaining(whole.map(({ text }) => text.trim())),
  );
  expect(links).toHaveLength(whole.length);
  expect(new Set(links.map(({ name }) => name)).size).toBe(links.length);
});

test.each(links)('$text, of $address', async ({ address, text, shown, name }) => {
  const found = findExample(name);
  expect(found?.text).toBe(shown);
  expect(found?.place.address.split('#')[0]).toBe(address);
  const { context, actor } = await createOwner();
  const body = JSON.parse(shown) as { name: string; triggerConfig?: { type: string } };
  expect(text).toBe(`Create this integration: ${body.name}`);
  const made = await importExample(context, actor, shown, { name: 'Mine', connections: {} });
  // The example of an integration that another one starts names none that is here.
  const asked = body.triggerConfig?.type === 'event' ? { ...body, triggerConfig: undefined } : body;
  const created = await createIntegration(context, actor, asked);
  if (made.kind !== 'integration' || created.kind !== 'integration') throw new Error(JSON.stringify(made));
  expect(made.integration).toMatchObject({ name: 'Mine', isActive: false });
  expect(describe(made.integration)).toEqual(describe(created.integration));
  const written = readNewIntegration(asked);
  const warnings = written.kind === 'new' ? listWarnings(written.definition) : [written.kind];
  const own = /leads to a host that exists for examples only|the organization has no value/;
  expect(warnings.filter((warning) => !own.test(warning))).toEqual([]);
});

/** What an integration does, without ids that were made for it. */
function describe(integration: IntegrationResponse) {
  const { apiCalls, conditionalExecutionSteps, responseHandlingSteps, loopSteps, runSettings } = integration;
  const { description, tags, executionsAtOnce, triggerConfig } = integration;
  const calls = apiCalls.map(({ id: _id, authConfig, ...call }) =>
    Object.assign(call, { auth: authConfig.type }),
  );
  const steps = [conditionalExecutionSteps, responseHandlingSteps, loopSteps].map((list) =>
    list?.map(({ id: _id, ...step }) => step),
  );
  const type = triggerConfig.type;
  return { calls, steps, runSettings, description, tags, executionsAtOnce, type };
}

test.each([
  '',
  'recipes',
  'recipes.',
  'recipes.0000000000000000',
  'nothing.0000000000000000',
  '../../changelog.0',
  '__proto__.constructor',
])('the name %j is that of no example', (name) => {
  expect(findExample(name)).toBeUndefined();
});

test('the name of an example finds it in its own document alone', () => {
  const [digest] = links.flatMap(({ name }) => (name.startsWith('recipes.') ? [name.split('.')[1]] : []));
  expect(findExample(`recipes.${digest}`)).toBeDefined();
  expect(findExample(`lists.${digest}`)).toBeUndefined();
});

test('an example brings no secret that everybody could read, and says what is missing', async () => {
  const { context, actor } = await createOwner();
  const example = JSON.stringify({
    name: 'Round robin',
    triggerConfig: { type: 'webhook', webhook: { secret: 'a long random text' } },
    executionsAtOnce: 1,
    apiCalls: [{ id: 'a', order: 1, method: 'GET', url: 'https://crm.example.com/{{org.team}}' }],
  });
  const read = await readExample(context, actor, example);
  expect(read).toMatchObject({
    limits: { executionsAtOnce: 1 },
    definition: { triggerConfig: { webhook: { secret: '' } } },
    notes: [
      { message: 'The webhook has no secret yet: generate one, or anyone can send.' },
      {
        message:
          'It uses values that the organization does not have: {{org.team}}. Enter them in its settings.',
      },
      { message: 'Its limits come with it: Executions at once: 1.' },
    ],
  });
});
