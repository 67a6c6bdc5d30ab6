import { describe, expect, it } from 'vitest';
import { newId } from '~/db/core/id';
import { listFields } from '~/engine/schema/issue-fields';
import { Definition } from '~/engine/integration';
import { applyChainEdit } from '~/routes/integration.$integrationId._index/chain/edits/edit-chain';
import { describeLoop } from '~/routes/integration.$integrationId._index/chain/outline/step-labels';
import { EditorForm } from '~/routes/integration.$integrationId._index/form/editor-form';
import {
  mergeErrors,
  toChange,
} from '~/routes/integration.$integrationId._index/form/values/from-form-values';
import { duplicateCall } from '~/routes/integration.$integrationId._index/form/copy-call';
import { newLoop } from '~/routes/integration.$integrationId._index/form/new-step';
import { toFormValues } from '~/routes/integration.$integrationId._index/form/values/to-form-values';
import {
  listAllVariables,
  listVariablesBefore,
  listVariablesInScope,
  listVariablesOfItem,
} from '~/routes/integration.$integrationId._index/form/variable-scope';
import { listLaterUses } from '~/routes/integration.$integrationId._index/form/variable-uses';
import { makeChain } from '../../../engine/run/run-steps';

const saves = (saveAs: string) => ({ responseMapping: { extractFields: [{ jsonPath: '.n', saveAs }] } });
const loop = {
  id: 'l1',
  order: 1.5,
  throughCallId: 'c3',
  items: 'orders.data',
  itemName: 'order',
  atOnce: 4,
  maxItems: 50,
  onError: 'continue',
  onTooMany: 'first',
  collect: [{ from: 'shipment', saveAs: 'shipments' }],
};

function chainOf(loops: object[] = [loop]): Definition {
  const calls = [saves('orders'), saves('label'), { name: 'Ship', ...saves('shipment') }, {}];
  return Definition.parse({ ...makeChain(calls), loopSteps: loops });
}

function openForm(definition: Definition): EditorForm {
  // As it comes back from a browser: through the schema of what was typed.
  return EditorForm.parse(toFormValues({ version: 1, ...definition, triggerConfig: { type: 'manual' } }));
}

function listUses(form: EditorForm, index: number, name: string) {
  return listLaterUses(form as never, index, [name]);
}

const names = (form: EditorForm) => form.apiCalls.map(({ id, name }) => ({ id, label: name || id }));

describe('a for each in the form', () => {
  it('stands with its first call, and is saved as it was', () => {
    const form = openForm(chainOf());
    expect(form.apiCalls.map((call) => call.loop.length)).toEqual([0, 1, 0, 0]);
    expect(form.apiCalls[1]?.loop[0]).toMatchObject({ items: '{{orders.data}}', atOnce: '4' });
    expect(Definition.parse(toChange(form, newId)).loopSteps).toEqual(chainOf().loopSteps);
  });

  it('covers the one call that it is added to, also one that is not saved yet', () => {
    const form = openForm(chainOf([]));
    const [call] = form.apiCalls;
    if (!call) throw new Error('no call');
    call.id = 'new:1';
    call.loop = [{ ...newLoop('new:1'), items: 'trigger.orders', itemName: ' The Order ' }];
    const change = toChange(form, () => 'made');
    expect(change.loopSteps).toMatchObject([
      { order: 0.5, throughCallId: 'made', itemName: 'the_order', atOnce: 1, maxItems: 1000 },
    ]);
    expect(toChange({ ...form, apiCalls: [] }, newId).loopSteps).toEqual([]);
  });

  it.each([
    ['as before', { key: 'order.id' }, 'run'],
    ['from now on', { key: 'order.id', firstRun: 'remember' }, 'remember'],
  ])('that runs new items, %s, is saved as it was', (_what, onlyNew, firstRun) => {
    const definition = chainOf([{ ...loop, onlyNew }]);
    const form = openForm(definition);
    expect(form.apiCalls[1]?.loop[0]).toMatchObject({ newBy: '{{order.id}}', firstRun });
    expect(Definition.parse(toChange(form, newId)).loopSteps).toEqual(definition.loopSteps);
  });

  it('that begins to run new items only does so from now on', () => {
    for (const definition of [chainOf(), chainOf([])]) {
      const form = openForm(definition);
      const [call] = form.apiCalls.slice(1);
      if (!call) throw new Error('no call');
      const [typed = { ...newLoop(call.id), items: 'orders', itemName: 'order' }] = call.loop;
      call.loop = [{ ...typed, newBy: '{{order.id}}' }];
      expect(toChange(form, newId).loopSteps).toMatchObject([
        { onlyNew: { key: '{{order.id}}', firstRun: 'remember' } },
      ]);
    }
  });

  it('tells what is wrong at its own fields', () => {
    const form = openForm(chainOf());
    const [typed] = form.apiCalls[1]?.loop ?? [];
    if (!typed) throw new Error('no loop');
    Object.assign(typed, { items: '', atOnce: 'many', maxItems: '0', throughCallId: 'c1' });
    typed.collect.push({ from: 'a b', saveAs: 'order' });
    const error = Definition.safeParse(toChange(form, newId)).error;
    const wrong = mergeErrors(listFields(error?.issues ?? []), form);
    expect(Object.keys(wrong).toSorted()).toEqual([
      'apiCalls[1].loop[0].atOnce',
      'apiCalls[1].loop[0].collect[1].from',
      'apiCalls[1].loop[0].items',
      'apiCalls[1].loop[0].maxItems',
    ]);
    Object.assign(typed, { items: 'orders', atOnce: '1', maxItems: '', collect: [] });
    const placed = Definition.safeParse(toChange(form, newId)).error;
    expect(mergeErrors(listFields(placed?.issues ?? []), form)).toEqual({
      'apiCalls[1].loop[0].throughCallId': ['The last API call of a for each must come behind it'],
    });
  });

  it('is said in a line', () => {
    const form = openForm(chainOf());
    expect(describeLoop(form.apiCalls[1]?.loop[0] as never, names(form), 1)).toBe(
      '{{order}} of {{orders.data}}, through Ship; 4 at once; continues if one fails; collects {{shipments}}',
    );
    expect(describeLoop(newLoop('c1') as never, names(form), 0)).toBe('… of …');
  });
});

describe('the variables', () => {
  const form = openForm(chainOf());

  it('of an item are known inside, those it collects behind', () => {
    const ofRun = ['run.id', 'run.startedAt'];
    const inside = ['trigger', 'orders', 'order', 'loop.index', 'loop.count', ...ofRun];
    const ofCall = 'run.attemptId';
    expect(listVariablesInScope(form, 0)).toEqual(['trigger', ...ofRun, ofCall]);
    expect(listVariablesInScope(form, 1)).toEqual([...inside, ofCall]);
    expect(listVariablesInScope(form, 2)).toEqual([...inside.toSpliced(2, 0, 'label'), ofCall]);
    expect(listVariablesInScope(form, 3)).toEqual(['trigger', 'orders', 'shipments', ...ofRun, ofCall]);
    expect(listVariablesOfItem(form, 1)).toEqual(inside.toSpliced(2, 0, 'label', 'shipment'));
  });

  it('before a call are those of the loop only between two of its calls', () => {
    expect(listVariablesBefore(form, 1)).toEqual(['trigger', 'orders', 'run.id', 'run.startedAt']);
    expect(listVariablesBefore(form, 2)).toContain('order');
    expect(listVariablesBefore(form, 3)).toEqual([
      'trigger',
      'orders',
      'shipments',
      'run.id',
      'run.startedAt',
    ]);
  });

  it('tell of a failure behind a call that the run may go on from', () => {
    const step = { id: 's', order: 1, nextApiCallId: 'c1', responseHandling: { statusCodeActions: [] } };
    const handled = openForm({ ...chainOf(), responseHandlingSteps: [step] } as never);
    expect(listVariablesInScope(handled, 0)).not.toContain('run.failure.error');
    expect(listVariablesInScope(handled, 1)).toContain('run.failure.error');
    expect(listVariablesInScope(form, 1)).not.toContain('run.failure');
  });

  it('are all taken', () => {
    const all = ['trigger', 'orders', 'label', 'shipments', 'order', 'shipment'];
    expect(listAllVariables(form)).toEqual(all);
  });

  it('are used by the list and by what is collected', () => {
    const callName = 'the for each of API Call 2';
    expect(listUses(form, 0, 'orders')).toEqual([{ callName, variable: 'orders' }]);
    expect(listUses(form, 2, 'shipment')).toEqual([{ callName, variable: 'shipment' }]);
    expect(listUses(form, 3, 'orders')).toEqual([]);
  });
});

/** Each call with the last one of the loop that begins with it. */
function loopsOf(value: object) {
  return EditorForm.parse(value).apiCalls.map(({ id, loop: loops }) => [id, loops[0]?.throughCallId]);
}

describe('an edit of the chain', () => {
  it('moves a call with what stands with it while that changes no loop', () => {
    const form = openForm(chainOf());
    expect(applyChainEdit(form as never, { kind: 'move', index: 3, to: 0 }).isPlain).toBe(true);
    expect(applyChainEdit(form as never, { kind: 'move', index: 0, to: 3 }).isPlain).toBe(true);
  });

  it('gives a loop its new first call, and its new last', () => {
    const form = openForm(chainOf());
    const moved = applyChainEdit(form as never, { kind: 'move', index: 1, to: 2 });
    expect(moved).toMatchObject({ isPlain: false, broken: [] });
    expect(loopsOf(moved.value)).toEqual([
      ['c1', undefined],
      ['c3', 'c2'],
      ['c2', undefined],
      ['c4', undefined],
    ]);
    const deleted = applyChainEdit(form as never, { kind: 'delete', index: 2 });
    expect(loopsOf(deleted.value)[1]).toEqual(['c2', 'c2']);
  });

  it('knows a call without an id by its place', () => {
    const form = openForm(chainOf([{ ...loop, throughCallId: 'c2' }]));
    for (const call of form.apiCalls) call.id = '';
    Object.assign(form.apiCalls[1]?.loop[0] ?? {}, { throughCallId: '' });
    const moved = applyChainEdit(form as never, { kind: 'move', index: 1, to: 0 });
    expect(loopsOf(moved.value)[0]).toEqual(['', '']);
  });

  it('leaves the loop with its call when that is copied', () => {
    const form = openForm(chainOf());
    expect(duplicateCall(form as never, form.apiCalls[1] as never).loop).toEqual([]);
  });
});
