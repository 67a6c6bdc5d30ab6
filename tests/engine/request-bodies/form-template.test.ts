import { describe, expect, test } from 'vitest';
import { createWork } from '~/engine/filters/filtering';
import { parseReference } from '~/engine/placeholders/reference-pattern';
import { fillUrl } from '~/engine/placeholders/url-template';
import { fillForm, findFormProblem } from '~/engine/request-bodies/form-template';
import { measureProcessorMs, onceOverMs } from '../../support/processor-time';

const file = { filename: 'a.txt', contentType: 'text/plain', size: 1, base64: 'YQ==' };

function fill(template: string, values: Record<string, unknown> = {}) {
  return fillForm('multipart', template, new Map(Object.entries({ file, ...values })), createWork());
}

describe('a form', () => {
  test.each<[string, Record<string, unknown>, unknown[]]>([
    ['{"a": "{{file}}"}', {}, [{ name: 'a', file }]],
    ['{"a": {{file}}}', {}, [{ name: 'a', file }]],
    ['{"a": " {{file.name}} "}', {}, [{ name: 'a', text: ' a.txt ' }]],
    [
      '{"a": "{{files}}"}',
      { files: [file, file] },
      [
        { name: 'a', file },
        { name: 'a', file },
      ],
    ],
    [
      '{"a": ["{{file}}", "b", 1.10, true, null]}',
      {},
      [
        { name: 'a', file },
        { name: 'a', text: 'b' },
        { name: 'a', text: '1.10' },
        { name: 'a', text: 'true' },
      ],
    ],
    ['{"a": "{{x}}", "b": "c"}', { x: null }, [{ name: 'b', text: 'c' }]],
    ['{"{{x}}": "\\u0022{{x}}\\u0022"}', { x: 'k' }, [{ name: 'k', text: '"k"' }]],
    ['{"a": "{{x}}"}', { x: '", "role": "admin' }, [{ name: 'a', text: '", "role": "admin' }]],
    ['{"a": "{{x}}"}', { x: '{{file}}' }, [{ name: 'a', text: '{{file}}' }]],
    ['{"a": "{{x | default: "y"}}"}', {}, [{ name: 'a', text: 'y' }]],
    ['{"a": "\ue0000\ue000{{x}}"}', { x: 'k' }, [{ name: 'a', text: '\ue0000\ue000k' }]],
    ['{"a": "{{x}}"}', { x: { b: 1 } }, [{ name: 'a', text: '{"b":1}' }]],
    [
      '{"items[*]": "{{x}}", "b": "c"}',
      {
        x: [
          { price: 'p1', tags: ['a', 'b'] },
          { price: 'p2', tags: [], note: null },
        ],
      },
      [
        { name: 'items[0][price]', text: 'p1' },
        { name: 'items[0][tags][0]', text: 'a' },
        { name: 'items[0][tags][1]', text: 'b' },
        { name: 'items[1][price]', text: 'p2' },
        { name: 'b', text: 'c' },
      ],
    ],
    [
      '{"meta[*]": ["{{x}}", 7]}',
      { x: '{{file}}' },
      [
        { name: 'meta[0]', text: '{{file}}' },
        { name: 'meta[1]', text: '7' },
      ],
    ],
    ['{"{{x}}": "{{y}}"}', { x: 'a[*]', y: { b: 1 } }, [{ name: 'a[*]', text: '{"b":1}' }]],
    ['{"a[*]": "{{x}}"}', { x: 1 }, [{ name: 'a', text: '1' }]],
    ['{}', {}, []],
  ])('%s', (template, values, parts) => {
    expect(fill(template, values)).toEqual({ kind: 'parts', parts });
  });

  test.each([
    [
      '{"a": "{{x.missing}}"}',
      'The variable {{x.missing}} in the body has no value.',
      parseReference('x.missing'),
    ],
    [
      '{"a": "{{my-var}}"}',
      "{{my-var}} in the body is not a variable. To send {{ as text, write {{'{{'}}.",
      undefined,
    ],
    [
      '{"a": "{{file | plus: 1}}"}',
      '{{file | plus: 1}} in the body cannot be filled in: plus needs a number.',
      parseReference('file'),
    ],
  ])('%s is refused', (template, message, unfilled) => {
    expect(fill(template)).toEqual({ kind: 'refused', message, unfilled });
  });

  test.each(['', 'a=b', '[1]', '{"a": {"b": 1}}', '{"a": [["b"]]}', '{"a": "b"', '{{file}}'])(
    '%j is none',
    (template) => {
      expect(findFormProblem('multipart', template)).toMatch(
        /^A form with files is written as a JSON object/,
      );
      expect(fill(template).kind).toBe('refused');
    },
  );
});

test('texts full of marks, and URLs full of placeholders, take no longer than others', () => {
  const marks = Array.from({ length: 100_000 }, (_, index) => `\ue000${index}:`).join('');
  expect(measureProcessorMs(() => findFormProblem('form', `{"a": "${marks}"}`))).toBeLessThan(onceOverMs);
  const url = `https://a.example/${'{{a}}/'.repeat(32 * 1024)}`;
  expect(measureProcessorMs(() => fillUrl(url))).toBeLessThan(onceOverMs);
});
