// A save whose filters could never work.
import { expect, it } from 'vitest';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { describeWarnings } from '~/services/integrations/warnings';
import { updateIntegration } from '~/services/integrations/integrations';
import { restoreVersion } from '~/services/integrations/versions';
import { createRunSetup } from '../runs/run-setup';

it('is refused with the field, and with the words that a run would have used', async () => {
  const setup = await createRunSetup();
  const id = await setup.seed();
  const body = `{"day": "{{trigger.at | date: '%F', 'Europe/Berlni'}}"}`;
  const call = { name: 'Send', method: 'POST', url: 'https://a.example/', body };
  const message = `{{trigger.at | date: '%F', 'Europe/Berlni'}} would not work: date needs a time zone, like Europe/Berlin`;
  expect(await updateIntegration(setup.context, setup.actor, id, { apiCalls: [call] })).toEqual({
    kind: 'invalid',
    message: `Validation failed: ${message}`,
    fields: { 'apiCalls.0.body': [message] },
  });
});

it('is no obstacle to a version of before, which is restored, warns, and is not deployed by it', async () => {
  const setup = await createRunSetup();
  const broken = `{"day": "{{trigger.at | date: '%F', 'Europe/Berlni'}}"}`;
  const call = { id: 'a', name: 'Send', order: 1, method: 'POST', url: 'https://a.example/', body: broken };
  const id = await setup.seed({ apiCalls: [{ ...call, body: broken.replace('Berlni', 'Berlin') }] });
  setup.context.db.sqlite
    .prepare(`update integration_versions set definition = replace(definition, 'Berlin', 'Berlni')`)
    .run();
  const change = { apiCalls: [{ ...call, body: '{}' }], isActive: true };
  const saved = await updateIntegration(setup.context, setup.actor, id, change);
  expect(saved).toMatchObject({ kind: 'integration', integration: { version: 2 } });
  const restored = await restoreVersion(setup.context, setup.actor, id, { version: 1, newest: 2 });
  expect(restored).toMatchObject({ kind: 'integration', integration: { version: 3, deployedVersion: 2 } });
  const { organizationId } = setup.actor;
  const found = await findDefinedIntegration(setup.context.db, { id, organizationId });
  expect(found && (await describeWarnings(setup.context, found))).toContain(
    `Send: {{trigger.at | date: '%F', 'Europe/Berlni'}} would not work: date needs a time zone, like Europe/Berlin.`,
  );
});

it('is taken where they were saved before, by an earlier release, and warns', async () => {
  const setup = await createRunSetup();
  const broken = `{"day": "{{trigger.at | date: '%F', 'Europe/Berlni'}}"}`;
  const call = { id: 'a', name: 'Send', order: 1, method: 'POST', url: 'https://a.example/', body: broken };
  const id = await setup.seed({ apiCalls: [{ ...call, body: broken.replace('Berlni', 'Berlin') }] });
  setup.context.db.sqlite
    .prepare(`update integration_versions set definition = replace(definition, 'Berlin', 'Berlni')`)
    .run();
  const save = (change: object) => updateIntegration(setup.context, setup.actor, id, change);
  const moved = [
    { ...call, id: 'b', name: 'First', body: '' },
    { ...call, order: 2 },
  ];
  expect((await save({ apiCalls: moved })).kind).toBe('integration');
  const { organizationId } = setup.actor;
  const saved = await findDefinedIntegration(setup.context.db, { id, organizationId });
  expect(saved && (await describeWarnings(setup.context, saved))).toContain(
    `Send: {{trigger.at | date: '%F', 'Europe/Berlni'}} would not work: date needs a time zone, like Europe/Berlin.`,
  );
  const changed = moved.map((each) => Object.assign({}, each, { body: broken.replace('day', 'date') }));
  expect(await save({ apiCalls: changed })).toMatchObject({ kind: 'invalid' });
});
