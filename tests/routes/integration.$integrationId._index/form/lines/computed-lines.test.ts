import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { newId } from '~/db/core/id';
import { ComputedVariable } from '~/engine/schema/computed-variable';
import { Definition } from '~/engine/integration';
import {
  findWrongComputed,
  readComputedLines,
  writeComputedLines,
} from '~/routes/integration.$integrationId._index/form/lines/computed-lines';
import { EditorForm } from '~/routes/integration.$integrationId._index/form/editor-form';
import {
  mergeErrors,
  toChange,
} from '~/routes/integration.$integrationId._index/form/values/from-form-values';
import { duplicateCall } from '~/routes/integration.$integrationId._index/form/copy-call';
import { toFormValues } from '~/routes/integration.$integrationId._index/form/values/to-form-values';
import {
  listAllVariables,
  listLineNames,
  listVariablesInScope,
} from '~/routes/integration.$integrationId._index/form/variable-scope';
import { makeChain } from '../../../../engine/run/run-steps';

const template = fc
  .oneof(fc.string(), fc.constantFrom('{{a | times: 1.19}}', "{{a}} = {{b | default: '='}}"))
  .map((text) => text.trim());

test('lines hold whatever may be saved', () => {
  const saveAs = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/);
  const computed = fc.array(fc.record({ saveAs, template }), { maxLength: 5 });
  fc.assert(
    fc.property(computed, (list) => {
      const valid = list.filter((each) => ComputedVariable.safeParse(each).success);
      const stored = valid.map((each) => each.saveAs);
      const lines = writeComputedLines(valid);
      expect(readComputedLines(lines)).toEqual({
        computed: valid.length > 0 ? valid : undefined,
        wrong: [],
      });
      expect(listLineNames(lines)).toEqual(stored);
    }),
  );
});

test('what has no name or no equals sign cannot be read', () => {
  expect(readComputedLines(' Order Total={{a}}\r\n\n = {{b}}\n{{a}} = 1\nc').computed).toEqual([
    { saveAs: 'Order Total', template: '{{a}}' },
  ]);
  expect(findWrongComputed('a = 1\nc')).toMatch(/^Line 2 cannot be read\. /);
  expect(findWrongComputed('')).toBeUndefined();
});

describe('computed variables of the form', () => {
  const computed = [{ saveAs: 'gross', template: '{{net | times: 1.19}}' }];
  const definition = Definition.parse({
    ...makeChain([{ name: 'One', responseMapping: { saveAs: 'net', computed } }, {}]),
    runSettings: { computed: [{ saveAs: 'day', template: '{{trigger.at}}' }] },
  });
  const form = EditorForm.parse(toFormValues({ version: 1, ...definition } as never));

  it('come back from a save as they were opened', () => {
    const saved = Definition.parse(toChange(form, newId, ['gross', 'day', 'net']));
    expect(saved.apiCalls[0]?.responseMapping).toEqual({ saveAs: 'net', extractFields: [], computed });
    expect(saved.runSettings).toEqual(definition.runSettings);
  });

  it('are known where calls are written', () => {
    const typed = form as unknown as Parameters<typeof listAllVariables>[0];
    expect(listVariablesInScope(typed, 0)).toEqual(expect.arrayContaining(['day']));
    expect(listVariablesInScope(typed, 0)).not.toContain('gross');
    expect(listVariablesInScope(typed, 1)).toEqual(expect.arrayContaining(['day', 'net', 'gross']));
    expect(listAllVariables(typed)).toEqual(expect.arrayContaining(['day', 'net', 'gross']));
  });

  it('of a copy have other names', () => {
    const copy = duplicateCall(form as never, form.apiCalls[0] as never);
    expect(copy.responseMapping).toMatchObject({
      saveAs: 'net_2',
      computed: 'gross_2 = {{net | times: 1.19}}',
    });
  });

  it('show what is wrong with them at their field', () => {
    const wrong = {
      'apiCalls.0.responseMapping.computed.0.saveAs': ['Duplicate variable name'],
      'runSettings.computed.0.template': ['A template is required'],
    };
    expect(mergeErrors(wrong, form)).toEqual({
      'apiCalls[0].responseMapping.computed': ['Duplicate variable name'],
      'triggerConfig.computed': ['A template is required'],
    });
    const typed = structuredClone(form);
    typed.triggerConfig.computed = 'nothing';
    expect(Object.keys(mergeErrors({}, typed))).toEqual(['triggerConfig.computed']);
  });
});
