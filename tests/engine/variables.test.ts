import { describe, expect, test } from 'vitest';
import { parseJson } from '~/engine/json';
import { extract, readTriggerVariables, textOf, typeOfJson } from '~/engine/variables';
import { makeDefinition } from './call';

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

describe('extract', () => {
  test('tells what was found and its type', () => {
    expect(extract({ a: [1] }, 'x', '.a')).toEqual({
      variableName: 'x',
      jsonPath: '.a',
      type: 'array',
      success: true,
      value: [1],
    });
  });

  test('tells what was not found', () => {
    expect(extract({ a: [1] }, 'x', '.b')).toEqual({
      variableName: 'x',
      jsonPath: '.b',
      type: 'missing',
      success: false,
      message: 'Nothing was found at .b',
    });
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
