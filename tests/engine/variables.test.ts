import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExtractField } from '~/engine/definition/response-mapping';
import { parseJson } from '~/engine/json/json';
import { dependsOnPayload, extract, readTriggerVariables } from '~/engine/variables';
import { beginningOfText, textOf, typeOfJson } from '~/engine/json/value-text';
import { makeDefinition } from './definition/call';

describe('readTriggerVariables', () => {
  const { triggerConfig } = makeDefinition(
    [],
    [
      { name: 'repo', jsonPath: '$.repository.full_name', required: true },
      { name: 'action', jsonPath: 'payload.action', required: true },
      { name: 'labels', jsonPath: '.labels[*].name' },
      { name: 'id', jsonPath: '.id' },
    ],
  );

  test('takes each from the payload, and the payload as trigger', () => {
    const payload = parseJson(
      '{"repository":{"full_name":"a/b"},"payload":{"action":null},"labels":[{"name":"x"}],"id":12345678901234567890}',
    );
    const { variables, missing } = readTriggerVariables(triggerConfig, payload);
    expect(missing).toEqual([]);
    expect([...variables.keys()]).toEqual(['trigger', 'repo', 'action', 'labels', 'id']);
    expect(variables.get('trigger')).toBe(payload);
    expect(variables.get('repo')).toBe('a/b');
    expect(variables.get('action')).toBeNull();
    expect(variables.get('labels')).toEqual(['x']);
    expect(String(variables.get('id'))).toBe('12345678901234567890');
  });

  test.each([[{}], [null], ['text'], [[]]])(
    'of %j lists the required ones, the others are null',
    (payload) => {
      const { variables, missing } = readTriggerVariables(triggerConfig, payload);
      expect(missing).toEqual(['repo', 'action']);
      expect(variables.get('labels')).toBeNull();
      expect(variables.get('id')).toBeNull();
    },
  );

  test('of a manual run is the payload alone', () => {
    const { variables, missing } = readTriggerVariables({ type: 'manual' }, { a: 1 });
    expect([[...variables], missing]).toEqual([[['trigger', { a: 1 }]], []]);
  });
});

/** More places than one payload is read for, in few bytes. */
const wide = Array.from({ length: 2_000 }, () => Array.from({ length: 50 }, () => 0));
const wideFields = ['..*', '..[0:]', '..[1:]', '..[2:]', '..[3:]', '[0][0]'].map((jsonPath, index) => ({
  jsonPath,
  saveAs: `v${index}`,
}));

test('a payload whose paths lead to too many places says so, and holds none of them', () => {
  const variables = wideFields.map(({ jsonPath, saveAs }) => ({ name: saveAs, jsonPath, required: true }));
  const read = readTriggerVariables(makeDefinition([], variables).triggerConfig, wide);
  expect(read).toMatchObject({ isTooMuch: true, missing: [] });
  expect([...read.variables.values()].slice(1)).toEqual([null, null, null, null, null, 0]);
  const few = makeDefinition([], variables.slice(0, 1)).triggerConfig;
  expect(readTriggerVariables(few, wide)).toMatchObject({ isTooMuch: false });
});

test.each([
  [false, [{ name: 'a', jsonPath: '.a' }]],
  [true, [{ name: 'a', jsonPath: '.a', required: true }]],
  [true, [{ name: 'a', jsonPath: '..a' }]],
])('%s: whether what came decides about being run, with %j', (expected, variables) => {
  expect(dependsOnPayload(makeDefinition([], variables).triggerConfig)).toBe(expected);
});

describe('extract', () => {
  test('fails what leads to too many places, each by name, and takes the others', () => {
    const extractions = extract(wide, wideFields);
    expect(extractions.map(({ success }) => success)).toEqual([false, false, false, false, false, true]);
    expect(extractions[0]).toEqual({
      variableName: 'v0',
      jsonPath: '..*',
      type: 'missing',
      success: false,
      message: 'The paths with many places lead to too many in this response',
    });
  });

  test('tells what was found and its type', () => {
    expect(extract({ a: [1] }, [{ saveAs: 'x', jsonPath: '.a' }])).toEqual([
      {
        variableName: 'x',
        jsonPath: '.a',
        type: 'array',
        success: true,
        value: [1],
      },
    ]);
  });

  test('takes headers and status beside what stands in the body', () => {
    const headers: [string, string][] = [
      ['Location', '/jobs/7'],
      ['Set-Cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ];
    const paths = ['.a', 'header:location', 'header:set-cookie', 'header:etag', 'status:code'];
    const found = extract(
      { a: 1 },
      paths.map((jsonPath) => ({ saveAs: 'x', jsonPath })),
      { status: 202, headers },
    );
    expect(found.map(({ success, value, message }) => (success ? value : message))).toEqual([
      1,
      '/jobs/7',
      'a=1, b=2',
      'not mapped: nothing was found at header:etag',
      202,
    ]);
  });

  test.each([
    ['header:Location', 'header:location'],
    [' Header: X-CSRF-Token', 'header:x-csrf-token'],
    ['$.header', '.header'],
    [' Status:code', 'status:code'],
    ['response.status', '.response.status'],
  ])('%s is kept as %s', (jsonPath, kept) => {
    expect(ExtractField.parse({ jsonPath, saveAs: 'x' }).jsonPath).toBe(kept);
  });

  test.each(['header:', 'header:a b', 'headers:location', 'status', 'status:'])(
    '%s is no path',
    (jsonPath) => {
      expect(ExtractField.safeParse({ jsonPath, saveAs: 'x' }).success).toBe(false);
    },
  );

  test.each([
    [{ results: [] }, '.results[0].id'],
    [{ results: [] }, '$.results[-1].id'],
    [{ results: [] }, '$.results[*].id'],
    [{ results: [] }, "$.results[?(@.type=='home')].id"],
    [{ a: [{ b: [] }] }, '.a[0].b[0]'],
    [[], '[0].id'],
  ])('tells of %j at %s that the list is empty', (body, jsonPath) => {
    expect(extract(body, [{ saveAs: 'x', jsonPath }])[0]).toMatchObject({
      success: false,
      emptyList: true,
      message: `not mapped: nothing was found at ${jsonPath}, as the list is empty`,
    });
  });

  test.each([
    [{ results: [] }, '.items[0].id'],
    [{ results: [] }, '.results.id'],
    [{ results: [{}] }, '.results[0].id'],
    [{ results: [1] }, '.results[1].id'],
    [{ results: {} }, '.results[0]'],
    [{ results: [] }, '$..items[0]'],
    ['', '[0].id'],
  ])('says nothing of an empty list for %j at %s', (body, jsonPath) => {
    const [found] = extract(body, [{ saveAs: 'x', jsonPath }]);
    expect(found?.success).toBe(false);
    expect(found).not.toHaveProperty('emptyList');
  });

  test('tells what was not found', () => {
    expect(extract({ a: [1] }, [{ saveAs: 'x', jsonPath: '.b' }])).toEqual([
      {
        variableName: 'x',
        jsonPath: '.b',
        type: 'missing',
        success: false,
        message: 'not mapped: nothing was found at .b',
      },
    ]);
  });
});

test.each([
  ['null', 'null', ''],
  ['[1,"a"]', 'array', '[1,"a"]'],
  ['{"a":1.0}', 'object', '{"a":1.0}'],
  ['1', 'number', '1'],
  ['1.0', 'number', '1.0'],
  ['"1.0"', 'string', '1.0'],
  ['false', 'boolean', 'false'],
])('%s is of type %s and reads %j in a text', (json, type, text) => {
  expect(typeOfJson(parseJson(json))).toBe(type);
  expect(textOf(parseJson(json))).toBe(text);
});

test('the beginning of a text is as much of the whole as was asked for', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(60), (value, length) => {
      expect(beginningOfText(value, length)).toBe(textOf(value).slice(0, length));
    }),
  );
  expect(beginningOfText(parseJson('{"a":[1.0,{}]}'), 100)).toBe('{"a":[1.0,{}]}');
});

test('the beginning of a value that holds itself many times over is had without writing it', () => {
  let huge: unknown = 'x'.repeat(1_000);
  for (let level = 0; level < 60; level += 1) huge = [huge, huge];
  expect(beginningOfText(huge, 70)).toBe(`${'['.repeat(60)}"${'x'.repeat(9)}`);
});
