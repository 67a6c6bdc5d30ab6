import { describe, expect, it } from 'vitest';
import {
  describeDeletion,
  restoreDeleted,
} from '~/routes/integration.$integrationId._index/chain/edits/deletion';
import { applyChainEdit } from '~/routes/integration.$integrationId._index/chain/edits/edit-chain';
import { newConditional, newLoop } from '~/routes/integration.$integrationId._index/form/new-step';
import type { CurrentForm } from '~/routes/integration.$integrationId._index/form/variable-scope';

const check = { ...newConditional, id: 'check' };
const form = {
  triggerConfig: { type: 'webhook', webhook: { variables: [{ name: 'repo', jsonPath: '$.repo' }] } },
  apiCalls: [
    { id: 'a', name: 'Fetch', loop: [{ ...newLoop('a'), id: 'each', throughCallId: 'b' }] },
    {
      id: 'b',
      name: 'Bill',
      headers: [
        { name: 'X-Key', value: '••••1234', secret: 'on' },
        { name: 'X-Kind', value: 'b' },
      ],
      handling: [{ id: 'h', statusCodeActions: [{ statusCodes: '5xx', action: 'go_to:c' }] }],
    },
    { id: 'c', name: '', conditional: [check] },
  ],
} as unknown as CurrentForm;

function describeGone(name: string, index: number, after?: CurrentForm) {
  const described = describeDeletion(form, { name, index }, after);
  if (!described) throw new Error(`Nothing is described for ${name}[${index}]`);
  return described;
}

/** Deletes the call that a condition at the beginning jumps to. Returns what an undo then makes of that condition. */
function deleteTarget(conditional: object) {
  const apiCalls = [{ id: 'a' }, { id: 'm' }, { id: 'b', name: 'Bill' }];
  const before = { firstConditional: [conditional], apiCalls } as unknown as CurrentForm;
  const { value } = applyChainEdit(before, { kind: 'delete', index: 2 });
  const described = describeDeletion(before, { name: 'apiCalls', index: 2 }, value as CurrentForm);
  if (!described) throw new Error('Nothing is described');
  return (now: object) =>
    restoreDeleted({ ...(value as object), firstConditional: [now] } as CurrentForm, described.deletion);
}

/** Deletes the calls at `indexes` one after the other. Returns the form then, and what was deleted. */
function deleteInTurn(start: object, indexes: number[]) {
  let now = start as CurrentForm;
  const deletions = indexes.map((index) => {
    const after = applyChainEdit(now, { kind: 'delete', index }).value as CurrentForm;
    const described = describeDeletion(now, { name: 'apiCalls', index }, after);
    if (!described) throw new Error('Nothing is described');
    now = after;
    return described.deletion;
  });
  return { now, deletions };
}

function readForm(change: unknown): CurrentForm {
  return (change as { payload: { value: CurrentForm } }).payload.value;
}

describe('describeDeletion', () => {
  it.each([
    ['apiCalls', 1, 'Deleted Bill'],
    ['apiCalls', 2, 'Deleted API Call 3'],
    ['apiCalls[1].headers', 0, 'Deleted header X-Key'],
    ['triggerConfig.webhook.variables', 0, 'Deleted variable repo'],
    ['apiCalls[1].handling[0].statusCodeActions', 0, 'Deleted rule 1'],
    ['apiCalls[2].conditional', 0, 'Conditional execution deleted'],
    ['apiCalls[1].handling', 0, 'Response handling deleted'],
    ['apiCalls[0].loop', 0, 'For each deleted'],
  ])('names an item of %s', (name, index, title) => {
    expect(describeGone(name, index).title).toBe(title);
  });

  it('describes nothing for a row that is empty, or is not there', () => {
    const empty = { apiCalls: [{ id: 'a', headers: [{ name: ' ', value: '' }] }] } as unknown as CurrentForm;
    expect(describeDeletion(empty, { name: 'apiCalls[0].headers', index: 0 })).toBeUndefined();
    expect(describeDeletion(empty, { name: 'apiCalls[0].headers', index: 1 })).toBeUndefined();
  });
});

describe('restoreDeleted', () => {
  it('puts a row back where it was, into its call wherever that is now', () => {
    const { deletion } = describeGone('apiCalls[1].headers', 0);
    const moved = { apiCalls: [{ id: 'b', headers: [{ name: 'X-Kind', value: 'b' }] }, { id: 'a' }] };
    expect(restoreDeleted(moved as CurrentForm, deletion)?.change).toEqual({
      type: 'insert',
      payload: {
        name: 'apiCalls[0].headers',
        index: 0,
        defaultValue: { name: 'X-Key', value: '••••1234', secret: 'on' },
      },
    });
  });

  it('puts an item back at the end of a list that has become shorter', () => {
    const { deletion } = describeGone('apiCalls', 2);
    const shorter = { apiCalls: [{ id: 'a', name: 'Fetch' }] } as CurrentForm;
    expect(restoreDeleted(shorter, deletion)?.change).toMatchObject({
      payload: { name: 'apiCalls', index: 1 },
    });
  });

  it('brings back nothing whose call or step is gone', () => {
    const ofCall = describeGone('apiCalls[1].headers', 0).deletion;
    expect(restoreDeleted({ apiCalls: [{ id: 'a' }] } as CurrentForm, ofCall)).toBeUndefined();
    const ofStep = describeGone('apiCalls[1].handling[0].statusCodeActions', 0).deletion;
    expect(restoreDeleted({ apiCalls: [{ id: 'b' }] } as CurrentForm, ofStep)).toBeUndefined();
  });

  it.each([0, 1, 2])('brings back call %i with the steps that its deletion changed', (index) => {
    const { value, isPlain } = applyChainEdit(form, { kind: 'delete', index });
    const after = value as CurrentForm;
    const { deletion } = describeGone('apiCalls', index, isPlain ? undefined : after);
    // The form travels as JSON without script.
    const restoration = restoreDeleted(after, JSON.parse(JSON.stringify(deletion)))?.change;
    if (restoration?.type !== 'update') throw new Error('The deletion changed no step');
    const calls = (restoration.payload.value as { apiCalls: object[] }).apiCalls;
    const lists = { conditional: [], handling: [], loop: [] };
    const full = (list: unknown) => (list as object[]).map((call) => Object.assign({}, lists, call));
    expect(full(calls)).toEqual(full(form?.apiCalls));
  });

  it('keeps what the user changed since in the steps around a deleted call', () => {
    const { value } = applyChainEdit(form, { kind: 'delete', index: 2 });
    const { deletion } = describeGone('apiCalls', 2, value as CurrentForm);
    const edited = structuredClone(value) as { apiCalls: { handling?: object[] }[] };
    edited.apiCalls[1] = { ...edited.apiCalls[1], handling: [] };
    expect(restoreDeleted(edited as CurrentForm, deletion)).toMatchObject({
      change: { payload: { value: { apiCalls: [{}, { handling: [] }, { id: 'c' }] } } },
      left: ["The response handling of 'Bill' was changed after the deletion, so it stays as it is now."],
    });
  });

  // As the page sends them: first as kept fields, then as the card's own, in another order and with the empty ones.
  const kept = {
    id: 'check',
    nextApiCallId: 'b',
    match: 'all',
    conditions: [{ field: 'x', operator: 'exists' }],
  };
  const shown = {
    match: 'all',
    conditions: [{ stored: '', field: 'x', operator: 'exists', value: '' }],
    nextApiCallId: '',
    id: 'check',
  };

  it('brings back the jump to a deleted call although the fields of its condition have appeared since', () => {
    expect(deleteTarget(kept)(shown)).toMatchObject({
      change: { payload: { value: { firstConditional: [kept] } } },
      left: [],
    });
  });

  it('brings the jump back into a condition in which something else was changed since', () => {
    expect(deleteTarget(kept)({ ...shown, match: 'any' })).toMatchObject({
      change: { payload: { value: { firstConditional: [{ match: 'any', nextApiCallId: 'b' }] } } },
      left: [],
    });
    expect(deleteTarget(kept)({ ...shown, nextApiCallId: 'b' })).toMatchObject({ left: [] });
  });

  it('says that a jump does not come back into a condition that jumps elsewhere since', () => {
    expect(deleteTarget(kept)({ ...shown, nextApiCallId: 'm' })).toMatchObject({
      change: { payload: { value: { firstConditional: [{ nextApiCallId: 'm' }] } } },
      left: ['The condition at the beginning was changed after the deletion, so it stays as it is now.'],
    });
  });
});

describe('restoreDeleted, when deletions are taken back in another order', () => {
  it('brings back both jumps of a condition', () => {
    const conditional = [{ ...check, nextApiCallId: 'b', otherwise: 'go_to:c' }];
    const chain = { firstConditional: conditional, apiCalls: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] };
    const { now, deletions } = deleteInTurn(chain, [1, 1]);
    const [first, second] = deletions as [(typeof deletions)[0], (typeof deletions)[0]];
    const once = restoreDeleted(now, first);
    expect(once).toMatchObject({ left: [], owed: [] });
    const twice = restoreDeleted(readForm(once?.change), second);
    expect(twice).toMatchObject({
      change: { payload: { value: { firstConditional: conditional } } },
      left: [],
      owed: [],
    });
  });

  it.each(['check', ''])('brings back a jump with the call that has the condition (id: "%s")', (id) => {
    const condition = { ...check, id, nextApiCallId: 'c' };
    const handling = [{ statusCodeActions: [{ statusCodes: '5xx', action: 'go_to:c' }] }];
    const owner = { id: 'a', name: 'Fetch', conditional: [condition], handling };
    const chain = { apiCalls: [owner, { id: 'b' }, { id: 'c' }] };
    const { now, deletions } = deleteInTurn(chain, [2, 0]);
    const [target, source] = deletions as [(typeof deletions)[0], (typeof deletions)[0]];
    const once = restoreDeleted(now, target);
    expect(once?.left).toEqual([
      "The condition after 'Fetch' comes back as it was once that call does.",
      "The response handling of 'Fetch' comes back as it was once that call does.",
    ]);
    const twice = restoreDeleted(readForm(once?.change), source, once?.owed);
    expect(twice).toMatchObject({
      change: { payload: { value: { firstConditional: [], apiCalls: [owner, { id: 'b' }, { id: 'c' }] } } },
      left: [],
      owed: [],
    });
  });
});
