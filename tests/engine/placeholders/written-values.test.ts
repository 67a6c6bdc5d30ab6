// Expressions that begin with a text or a number instead of a variable.
import { describe, expect, test } from 'vitest';
import { listConditionProblems } from '~/engine/definition/conditional-step';
import { LoopStep } from '~/engine/definition/loop-step';
import {
  findFilteredSecretProblem,
  listFilteredInputs,
  listFilteredSecrets,
} from '~/engine/values/filtered-secrets';
import { createExpressionCheck } from '~/engine/placeholders/expression-problems';
import { renderTemplate } from '~/engine/placeholders/fill-template';
import { holdsNamesAlone } from '~/engine/placeholders/placeholder';
import { readVariable } from '~/engine/placeholders/read-variable';
import { refuse } from '~/engine/placeholders/refused';
import {
  listExpressions,
  listTemplateVariables,
  listUnknown,
  readPlaceholders,
} from '~/engine/placeholders/template-references';

const variables = new Map<string, unknown>([
  ['qty', 3],
  ['name', 'Ann'],
  ['true', 'a variable'],
]);

function tell(template: string) {
  const rendered = renderTemplate(template, variables, 'text');
  return rendered.kind === 'text' ? rendered.text : refuse(rendered, 'the body');
}

describe('a placeholder that begins with a text or a number', () => {
  test.each([
    ["{{'x' | upcase}}", 'X'],
    ['{{ "a}" | append: name }}', 'a}Ann'],
    ["{{'It\\'s ' | append: name}}", "It's Ann"],
    ['{{5 | times: qty}}', '15'],
    ['{{-0.5|abs}}', '0.5'],
    ['{{12345678901234567890 | plus: 1}}', '12345678901234567891'],
    ["{{'a,b' | split: ',' | last}}", 'b'],
    ["{{'2026-01-31' | date: '%d.%m.'}}", '31.01.'],
    ['{"a": "{{\\"x\\" | upcase}}"}', '{"a": "X"}'],
    ["{{'a|b' | size}}", '3'],
    ['{{true | size}}', '10'],
  ])('%s is filled in', (template, text) => {
    expect(listUnknown(template, ['qty', 'name', 'true'])).toEqual([]);
    expect(renderTemplate(template, variables, 'text')).toEqual({ kind: 'text', text });
  });

  test('keeps its type in JSON', () => {
    const body = `{"n": {{5 | times: qty}}, "list": {{'a,b' | split: ','}}}`;
    const text = '{"n": 15, "list": ["a","b"]}';
    expect(renderTemplate(body, variables, 'json')).toEqual({ kind: 'text', text });
  });

  test.each([
    "{{'x'}}",
    '{{5}}',
    '{{2026-01-05 | upcase}}',
    "{{'a|b'}}",
    "{{'x | upcase}}",
    '{{5px | upcase}}',
  ])('%s is none', (template) => expect(renderTemplate(template, variables, 'text').kind).toBe('unreadable'));

  test('names the variables of its arguments alone', () => {
    expect(listTemplateVariables("{{'x' | append: name}} {{5 | times: other}}")).toEqual(['name', 'other']);
    expect(listUnknown("{{'x' | append: other}}", ['name'])).toEqual(["'x' | append: other"]);
    expect(readPlaceholders("{{'x' | upcse}}")[0]?.problem).toBe('there is no filter upcse');
    expect(holdsNamesAlone("{{'x' | append: name}}")).toBe(false);
    expect(holdsNamesAlone('{{48151623 | base64_encode}}')).toBe(false);
    expect(holdsNamesAlone('{{12345678901234567890 | base64_encode}}')).toBe(false);
    expect(holdsNamesAlone('{{name | truncate: 5}}')).toBe(true);
  });

  test('says which filter refuses it, and which argument has no value', () => {
    expect(tell("{{'x' | plus: qty}}")).toEqual({
      kind: 'refused',
      message: "{{'x' | plus: qty}} in the body cannot be filled in: plus needs a number.",
    });
    expect(tell("{{'x' | append: other.name}}")).toMatchObject({
      message: 'The variable {{other.name}} in the body has no value.',
      unfilled: { name: 'other' },
    });
    expect(tell("{{'[]' | parse_json | first}}")).toMatchObject({ kind: 'refused' });
  });
});

test('a field of a condition and the list of a for each may begin with a text or a number', () => {
  expect(listConditionProblems({ field: '5 | times: qty', operator: 'equals', value: '15' })).toEqual([]);
  expect(readVariable('5 | times: qty', variables)).toBe(15);
  expect(readVariable("'a,b' | split: ','", variables)).toEqual(['a', 'b']);
  const loop = { id: 'l', order: 0.5, throughCallId: 'c', items: "{{'a,b' | split: ','}}", itemName: 'each' };
  expect(LoopStep.parse(loop)).toMatchObject({ items: "'a,b' | split: ','" });
});

test('a written value that its filter refuses is found before any run', () => {
  const check = createExpressionCheck();
  const list = (text: string) => listExpressions(text).flatMap((each) => check.listProblems(each));
  expect(list("{{'now' | date: '%F'}} {{'today' | date_add: 1, 'day'}}")).toEqual([
    'date knows no “now”: begin with run.startedAt, the time at which the run began',
    'date_add knows no “now”: begin with run.startedAt, the time at which the run began',
  ]);
  expect(list("{{'x' | times: 2}}")).toEqual(['times needs a number']);
  expect(list("{{'x' | times: qty}} {{'5' | times: 2 | round}} {{'x' | default: 1}}")).toEqual([]);
});

function checkOften(text: string, times: number) {
  const check = createExpressionCheck();
  const [expression] = listExpressions(text);
  if (!expression) throw new Error(text);
  const problems = Array.from({ length: times }, () => check.listProblems(expression)).flat();
  return { problems, isUsedUp: check.isUsedUp() };
}

test('what its filter does to a written value counts among the steps of the check, and nothing long is tried', () => {
  expect(checkOften("{{'x' | sha512}}", 300)).toEqual({ problems: [], isUsedUp: true });
  expect(checkOften(`{{'${'x'.repeat(200)}' | times: 2}}`, 1).problems).toEqual(['times needs a number']);
  expect(checkOften(`{{'${'x'.repeat(201)}' | times: 2}}`, 1).problems).toEqual([]);
});

test('a secret behind a written text is as secret as before one', () => {
  const values = [
    { name: 'key', value: 'a-long-secret-key', isSecret: true, allowedHosts: ['api.example.com'] },
  ];
  const all = new Map<string, unknown>([['org.key', 'a-long-secret-key']]);
  const problem = (text: string) => findFilteredSecretProblem([text], values);
  expect(problem("{{'x' | append: org.key}}")).toBeUndefined();
  expect(problem("{{'x' | append: org.key | slice: 1, 3}}")).toMatch(/may not pass through the filter slice/);
  expect(problem("{{'x' | replace: 'x', org.key}}")).toMatch(/may not pass through the filter replace/);
  expect(listFilteredSecrets(["{{'Key ' | append: org.key}}"], values, all)).toEqual([
    'Key a-long-secret-key',
  ]);
  expect(listFilteredInputs("{{'x' | hmac_sha256: org.key}}", all)).toEqual(['a-long-secret-key']);
});
