import { expect, test } from 'vitest';
import { FormField } from '~/engine/triggers/form';
import { fillDefaults } from '~/routes/integration.$integrationId/run/start-run';

test('the form begins with the defaults as the run would read them', () => {
  const fields = [
    { name: 'size', type: 'choice', choices: ['small', 'large'], default: ' large ' },
    { name: 'urgent', type: 'boolean', default: 'true ' },
    { name: 'day', type: 'date', default: ' 2026-01-31' },
    { name: 'amount', type: 'number', default: ' 10.50' },
    { name: 'note', default: ' as typed ' },
    { name: 'reference' },
  ].map((field) => FormField.parse(field));
  expect(fillDefaults({ config: { webhookMaxBytes: 1024 } }, fields).typed).toEqual({
    'triggerData.size': 'large',
    'triggerData.urgent': 'true',
    'triggerData.day': '2026-01-31',
    'triggerData.amount': '10.50',
    'triggerData.note': ' as typed ',
    'triggerData.reference': '',
  });
});
