// The form of a manual trigger, between the editor's rows and the definition.
import { expect, it } from 'vitest';
import { parseWithZod } from '@conform-to/zod/v4';
import { Definition } from '~/engine/integration';
import { ManualTrigger } from '~/engine/triggers/form';
import { EditorForm } from '~/routes/integration.$integrationId._index/form/editor-form';
import {
  mergeErrors,
  toChange,
} from '~/routes/integration.$integrationId._index/form/values/from-form-values';
import { toFormValues } from '~/routes/integration.$integrationId._index/form/values/to-form-values';
import {
  listAllVariables,
  listVariablesInScope,
} from '~/routes/integration.$integrationId._index/form/variable-scope';
import { clearOtherTriggers } from '~/routes/integration.$integrationId._index/trigger/clear-other-triggers';

const triggerConfig = ManualTrigger.parse({
  type: 'manual',
  manual: {
    fields: [
      { name: 'email', label: 'Email', required: true },
      { name: 'size', type: 'choice', choices: ['small', 'large'], default: 'large' },
    ],
  },
});

const values = toFormValues({ version: 1, ...Definition.parse({}), triggerConfig });

it('is saved as it was opened', () => {
  expect(values.triggerConfig.manual.fields[1]?.choices).toBe('small\nlarge');
  expect(toChange(values, () => 'new').triggerConfig).toEqual(triggerConfig);
});

it('without rows is no form', () => {
  const manual = { fields: [] };
  const form = { ...values, triggerConfig: { ...values.triggerConfig, manual } };
  expect(toChange(form, () => 'new').triggerConfig).toEqual({ type: 'manual' });
});

it('has only what belongs to its type, choices one a line, and a settled name', () => {
  const row = { label: '', description: '', required: false, default: 'old', accept: '.csv', choices: '' };
  const fields = [
    { ...row, name: 'Order ID', type: 'text', choices: 'left over' },
    { ...row, name: 'b', type: 'choice', choices: 'one\r\n\r\n two ' },
    { ...row, name: 'c', type: 'file' },
  ];
  const form = { ...values, triggerConfig: { ...values.triggerConfig, manual: { fields } } };
  expect(toChange(form, () => 'new').triggerConfig).toMatchObject({
    manual: {
      fields: [
        { name: 'order_id', choices: [], default: 'old', accept: '' },
        { name: 'b', choices: ['one', ' two '], accept: '' },
        { name: 'c', default: '', accept: '.csv' },
      ],
    },
  });
});

it('names what is wrong by its row, choices as a whole', () => {
  const place = 'triggerConfig.manual.fields.1';
  const errors = mergeErrors({ [`${place}.name`]: ['a'], [`${place}.choices.1`]: ['b'] }, values);
  expect(errors).toEqual({
    'triggerConfig.manual.fields[1].name': ['a'],
    'triggerConfig.manual.fields[1].choices': ['b'],
  });
});

it('gives variables to every call, but not under another trigger', () => {
  expect(listVariablesInScope(values, 0)).toEqual(expect.arrayContaining(['trigger', 'email', 'size']));
  const scheduled = { ...values, triggerConfig: { ...values.triggerConfig, type: 'cron' } };
  expect(listAllVariables(scheduled)).not.toContain('email');
});

it('is cleared when another trigger is chosen, and missing in a form of an older page', () => {
  const sent = new FormData();
  sent.append('triggerConfig.type', 'cron');
  sent.append('triggerConfig.manual.fields[0].name', 'email');
  const cleared = clearOtherTriggers(sent);
  expect([...cleared.keys()].filter((name) => name.includes('manual'))).toEqual([]);
  const parsed = parseWithZod(cleared, { schema: EditorForm });
  expect(parsed.status === 'success' && parsed.value.triggerConfig.manual).toEqual({ fields: [] });
});
