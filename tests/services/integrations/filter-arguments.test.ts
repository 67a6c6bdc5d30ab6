// A save whose filters could never work.
import { expect, it } from 'vitest';
import { updateIntegration } from '~/services/integrations/integrations';
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
