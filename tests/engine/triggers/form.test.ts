import { describe, expect, it, test } from 'vitest';
import { Definition } from '~/engine/integration';
import { listWarnings } from '~/engine/checks/warnings';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { FormField, ManualTrigger } from '~/engine/triggers/form';
import { checkFormData, makeFormExample, readFieldText } from '~/engine/triggers/form-values';
import { readTriggerVariables } from '~/engine/variables';
import { makeCall } from '../definition/call';

const fields = [
  { name: 'email', label: 'Email of the customer', required: true },
  { name: 'note', type: 'long_text' },
  { name: 'amount', type: 'number', default: '10.50' },
  { name: 'urgent', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'plan', type: 'choice', choices: ['small', 'large'], default: 'small' },
].map((field) => FormField.parse(field));

const trigger = ManualTrigger.parse({ type: 'manual', manual: { fields } });

/** Returns the messages about a field, or those about the data, by path. */
function listIssues(field: object): [path: string, message: string][] {
  const { error } = FormField.safeParse({ name: 'plan', ...field });
  return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
}

function read(type: FormField['type'], text: string): string {
  return stringifyJson(readFieldText({ type }, text));
}

function findErrors(data: unknown): Record<string, string[]> | undefined {
  const checked = checkFormData(fields, data);
  return checked.kind === 'wrong' ? checked.errors : undefined;
}

describe('a field', () => {
  it('is a text that may be empty unless it says more', () => {
    expect(FormField.parse({ name: 'email' })).toEqual({
      name: 'email',
      label: '',
      description: '',
      type: 'text',
      required: false,
      default: '',
      choices: [],
      accept: '',
    });
  });

  test.each([
    [{ name: '2nd' }, 'name'],
    [{ name: 'trigger' }, 'name'],
    [{ label: 'x'.repeat(101) }, 'label'],
    [{ label: 'two\nlines' }, 'label'],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ type: 'choice', choices: ['a', ''] }, 'choices.1'],
    [{ type: 'choice', choices: Array.from({ length: 51 }, (_, at) => `c${at}`) }, 'choices'],
  ])('refuses %j', (field, path) => {
    expect(listIssues(field).map(([at]) => at)).toEqual([path]);
  });

  test.each([
    [{ type: 'password' }, 'type', 'The type must be text, long_text, number, boolean, date, choice or file'],
    [{ type: 'choice' }, 'choices', 'Write at least one choice'],
    [{ choices: ['a'] }, 'choices', 'Only the type choice has choices'],
    [{ type: 'choice', choices: ['a', 'a'] }, 'choices', 'Each choice must be there once'],
    [{ type: 'choice', choices: ['a', 'b'], default: 'c' }, 'default', 'The default must be a or b'],
    [{ type: 'number', default: 'many' }, 'default', 'The default must be a number'],
    [{ type: 'boolean', default: 'yes' }, 'default', 'The default must be true or false'],
    [{ accept: '.csv' }, 'accept', 'Only the type file accepts files'],
    [
      { type: 'file', accept: 'csv' },
      'accept',
      'Write endings and types with commas between them, such as .csv, image/*',
    ],
    [{ type: 'file', default: 'a.csv' }, 'default', 'A file has no default'],
    [{ type: 'date', default: '2026-02-30' }, 'default', 'The default must be a date such as 2026-01-31'],
  ])('says what is wrong with %j', (field, path, message) => {
    expect(listIssues(field)).toEqual([[path, message]]);
  });
});

describe('a definition', () => {
  const call = makeCall({ url: 'https://a.example/{{email}}', responseMapping: { saveAs: 'Email' } });

  it('without a form keeps the trigger as it was', () => {
    expect(Definition.parse({ triggerConfig: { type: 'manual' } }).triggerConfig).toEqual({ type: 'manual' });
  });

  it('refuses a field whose name another variable has', () => {
    const { error } = Definition.safeParse({ triggerConfig: trigger, apiCalls: [call] });
    expect(error?.issues).toMatchObject([
      { path: ['apiCalls', 0, 'responseMapping', 'saveAs'], message: 'Duplicate variable name' },
    ]);
    const twice = { type: 'manual', manual: { fields: [{ name: 'a' }, { name: 'A' }] } };
    expect(Definition.safeParse({ triggerConfig: twice }).error?.issues).toMatchObject([
      { path: ['triggerConfig', 'manual', 'fields', 1, 'name'] },
    ]);
  });

  it('has at most 20 fields', () => {
    const many = Array.from({ length: 21 }, (_, at) => ({ name: `f${at}` }));
    const parsed = Definition.safeParse({ triggerConfig: { type: 'manual', manual: { fields: many } } });
    expect(parsed.error?.issues).toMatchObject([{ message: 'A form may have at most 20 fields' }]);
  });

  it('does not warn about a field that a call uses, nor about one that none uses', () => {
    const { triggerConfig, apiCalls } = Definition.parse({
      triggerConfig: trigger,
      apiCalls: [makeCall({ url: 'https://api.github.com/{{email}}/{{phone}}' })],
    });
    expect(
      listWarnings(Definition.parse({ triggerConfig, apiCalls })).filter((each) => each.includes('{{')),
    ).toEqual([expect.stringContaining('{{phone}}')]);
  });
});

describe('the data of a run', () => {
  it('gets the defaults and the empty values of what is absent; the fields come first', () => {
    const checked = checkFormData(fields, parseJson('{"order":7,"email":"a@b.example"}'));
    expect(checked.kind === 'checked' && stringifyJson(checked.triggerData)).toBe(
      '{"email":"a@b.example","note":null,"amount":10.50,"urgent":false,"day":null,"plan":"small","order":7}',
    );
  });

  it('stays as it is without a form', () => {
    expect(checkFormData([], [1])).toEqual({ kind: 'checked', triggerData: [1] });
  });

  it('keeps null for what has a default', () => {
    const checked = checkFormData(fields, { email: 'a', amount: null });
    expect(checked).toMatchObject({ triggerData: { amount: null } });
  });

  test.each([
    [undefined, { email: ['“Email of the customer” is required'] }],
    [{ email: '  ' }, { email: ['“Email of the customer” is required'] }],
    [{ email: null }, { email: ['“Email of the customer” is required'] }],
    [[], { '': ['Trigger data must be an object with the fields of the form'] }],
    ['text', { '': ['Trigger data must be an object with the fields of the form'] }],
    [
      { email: 1, note: true, amount: '1', urgent: 'on', day: '31.1.2026', plan: 'huge' },
      {
        email: ['“Email of the customer” must be a text'],
        note: ['“note” must be a text'],
        amount: ['“amount” must be a number'],
        urgent: ['“urgent” must be true or false'],
        day: ['“day” must be a date such as 2026-01-31'],
        plan: ['“plan” must be small or large'],
      },
    ],
    [{ email: 'a\nb' }, { email: ['“Email of the customer” must be one line'] }],
    [{ email: 'x'.repeat(1001) }, { email: ['“Email of the customer” must be 1000 characters or less'] }],
    [{ email: 'a', note: 'x'.repeat(20_001) }, { note: ['“note” must be 20000 characters or less'] }],
    [
      { email: 'a', amount: parseJson('9'.repeat(101)) },
      { amount: ['“amount” must be 100 characters or less'] },
    ],
  ])('of %j has errors', (data, errors) => {
    expect(findErrors(data)).toEqual(errors);
  });

  it('reads what was typed, numbers with their digits', () => {
    expect(read('number', ' 10.50 ')).toBe('10.50');
    expect(read('number', '9007199254740993')).toBe('9007199254740993');
    expect(read('number', '10,5')).toBe('"10,5"');
    expect(read('long_text', 'a\r\nb')).toBe('"a\\nb"');
    expect(read('boolean', 'true')).toBe('true');
    expect(read('date', '')).toBe('null');
  });

  it('of an example fits the form', () => {
    expect(findErrors(makeFormExample(fields))).toBeUndefined();
  });
});

describe('the variables of a run', () => {
  it('are the fields, typed, beside the whole data', () => {
    const data = parseJson('{"email":"a@b.example","amount":1.10,"urgent":true,"day":"2026-01-31"}');
    const { variables, missing, lacked } = readTriggerVariables(trigger, data);
    expect(stringifyJson(Object.fromEntries([...variables].slice(1)))).toBe(
      '{"email":"a@b.example","note":null,"amount":1.10,"urgent":true,"day":"2026-01-31","plan":"small"}',
    );
    expect(variables.get('trigger')).toBe(data);
    expect(missing).toEqual([]);
    expect(lacked).toEqual([{ variableName: 'note', jsonPath: '$.note' }]);
  });

  test.each([[{}], [{ email: null }], [null], [[]]])('lack the required field in %j', (data) => {
    expect(readTriggerVariables(trigger, data).missing).toEqual(['email']);
  });
});
