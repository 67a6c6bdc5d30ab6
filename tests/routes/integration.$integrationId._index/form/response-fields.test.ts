// What the editor makes of the responses of earlier calls: options of the list of variables, loops, and mends of placeholders.
import { describe, expect, it } from 'vitest';
import { discoverPaths } from '~/engine/paths/path-discovery';
import {
  addLoopedCall,
  canLoopAfter,
  loopOver,
  nameItem,
  proposePages,
} from '~/routes/integration.$integrationId._index/form/loop-over';
import { findMend } from '~/routes/integration.$integrationId._index/form/mends';
import { renameInText, renameUses } from '~/routes/integration.$integrationId._index/form/rename-variable';
import {
  findPlace,
  listResponseFields,
  listTriggerFields,
  type Place,
} from '~/routes/integration.$integrationId._index/form/response-fields';
import {
  type CurrentForm,
  listVariablesInScope,
} from '~/routes/integration.$integrationId._index/form/variable-scope';

const paths = { c1: discoverPaths({ id: 7, order: { id: 9, 'two words': 'x' }, items: [{ sku: 'a' }] }, 10) };

interface Saved {
  saveAs?: string;
  rows?: [jsonPath: string, saveAs: string][];
  url?: string;
  loop?: object[];
  repeat?: object;
}

function makeForm(calls: Saved[]): CurrentForm {
  return {
    triggerConfig: { type: 'manual' },
    apiCalls: calls.map(({ saveAs = '', rows = [], url = '', loop = [], repeat = {} }, index) => ({
      id: `c${index + 1}`,
      name: index === 0 ? 'List orders' : '',
      url,
      responseMapping: {
        saveAs,
        extractFields: rows.map(([jsonPath, name]) => ({ jsonPath, saveAs: name })),
      },
      loop,
      repeat,
    })),
  };
}

const placeOf = (name: string): Place => findPlace(name) ?? { behind: 0, isBetween: false };
const url = placeOf('apiCalls[1].url');

describe('fields of earlier responses', () => {
  it('are offered under free and valid names, each once', () => {
    const fields = listResponseFields(makeForm([{}, {}]), url, paths);
    expect(fields.map(({ name, jsonPath }) => [name, jsonPath])).toEqual([
      ['id', '.id'],
      ['order', '.order'],
      ['order_id', '.order.id'],
      ['words', ".order['two words']"],
      ['items', '.items'],
      ['sku', '.items[0].sku'],
    ]);
    expect(fields[0]).toMatchObject({ isSaved: false, callIndex: 0, callName: 'List orders', sample: '7' });
  });

  it('need no variable where one holds them already, and are left out where one is just that', () => {
    const whole = listResponseFields(makeForm([{ saveAs: 'all' }, {}]), url, paths);
    expect(whole.find(({ jsonPath }) => jsonPath === '.items[0].sku')).toMatchObject({
      name: 'all.items[0].sku',
      isSaved: true,
    });
    const rows: Saved['rows'] = [
      ['$.id', 'number'],
      ['.items', 'list'],
      ['', 'unfinished'],
    ];
    const parts = listResponseFields(makeForm([{ rows }, {}]), url, paths);
    expect(parts.filter(({ isSaved }) => isSaved).map(({ name }) => name)).toEqual(['list[0].sku']);
    expect(parts.map(({ jsonPath }) => jsonPath)).not.toContain('.id');
  });

  it('are those of calls that the place can use', () => {
    const loop = [{ throughCallId: 'c1', items: '{{x}}', itemName: 'item' }];
    const ofLoop = makeForm([{ loop }, {}]);
    expect(listResponseFields(ofLoop, url, paths)).toEqual([]);
    const inLoop = makeForm([{ loop: [{ ...loop[0], throughCallId: 'c2' }] }, {}, {}]);
    expect(listResponseFields(inLoop, url, paths)).not.toEqual([]);
    expect(listResponseFields(inLoop, placeOf('apiCalls[2].url'), paths)).toEqual([]);
    expect(listResponseFields(makeForm([{}, {}]), placeOf('apiCalls[0].body'), paths)).toEqual([]);
    expect(findPlace('apiCalls[0].conditional[0].conditions[0].field')).toEqual({
      behind: 1,
      isBetween: true,
    });
    expect(findPlace('apiCalls[1].loop[0].items')).toEqual({ behind: 1, isBetween: true });
    expect(findPlace('apiCalls[1].loop[0].newBy')).toBeUndefined();
    expect(findPlace('triggerConfig.webhook.endpoint.name')).toBeUndefined();
  });
});

it('fields of the payload are offered behind its variable, where a placeholder can name them', () => {
  const payload = { order: { id: 9, 'two words': 'x', '{{': 1 }, items: [{ sku: 'a' }] };
  expect(listTriggerFields(discoverPaths(payload, 10))).toEqual([
    { name: 'trigger.order', sample: expect.any(String) },
    { name: 'trigger.order.id', sample: '9' },
    { name: "trigger.order['two words']", sample: 'x' },
    { name: 'trigger.items', sample: '1 item' },
    { name: 'trigger.items[0].sku', sample: 'a' },
  ]);
  expect(listTriggerFields(discoverPaths([{ sku: 'b' }], 10))).toEqual([
    { name: 'trigger[0].sku', sample: 'b' },
  ]);
});

describe('a loop over a list of a response', () => {
  it('saves the list and begins with the next call, which it adds when there is none', () => {
    const added = loopOver(makeForm([{}]), 0, { jsonPath: '.items', name: 'items' });
    expect(added).toMatchObject({ items: '{{items}}', callIndex: 1, callName: 'API Call 2' });
    expect(added.value).toMatchObject({
      apiCalls: [
        { responseMapping: { extractFields: [{ jsonPath: '.items', saveAs: 'items' }] } },
        { id: 'new:1', loop: [{ throughCallId: 'new:1', items: '{{items}}', itemName: 'item' }] },
      ],
    });
  });

  it('uses the variable that holds the list already, and saves a whole response as one', () => {
    const held = loopOver(makeForm([{ saveAs: 'all' }, {}]), 0, { jsonPath: '.orders', name: 'orders' });
    expect(held.value).toMatchObject({
      apiCalls: [
        { responseMapping: { saveAs: 'all', extractFields: [] } },
        { id: 'c2', loop: [{ items: '{{all.orders}}', itemName: 'order' }] },
      ],
    });
    const whole = loopOver(makeForm([{}, {}]), 0, { jsonPath: '', name: '' });
    expect(whole.value).toMatchObject({
      apiCalls: [
        { responseMapping: { saveAs: 'list_orders_items' } },
        { loop: [{ items: '{{list_orders_items}}', itemName: 'item' }] },
      ],
    });
  });

  it('works through the items of all pages, not those of the last page', () => {
    const list = { jsonPath: '.data', name: 'data' };
    const rows: [string, string][] = [['.data', 'data']];
    const pages = { kind: 'pages', items: '$.data' };
    const held = loopOver(makeForm([{ rows, repeat: { ...pages, saveAs: 'tickets' } }, {}]), 0, list);
    expect(held.value).toMatchObject({
      apiCalls: [{ repeat: { saveAs: 'tickets' } }, { loop: [{ items: '{{tickets}}', itemName: 'ticket' }] }],
    });
    const unnamed = loopOver(makeForm([{ repeat: { ...pages, saveAs: '' } }, {}]), 0, list);
    expect(unnamed.value).toMatchObject({
      apiCalls: [
        { repeat: { saveAs: 'data' }, responseMapping: { extractFields: [] } },
        { loop: [{ items: '{{data}}' }] },
      ],
    });
  });

  it('is not offered beside or inside another one', () => {
    const loop = [{ throughCallId: 'c2' }];
    const form = makeForm([{}, { loop }, {}, {}]);
    expect([0, 1, 2, 3].map((index) => canLoopAfter(form, index))).toEqual([false, false, true, true]);
  });

  it.each<[string, Saved, unknown, string | undefined]>([
    ['the response itself', {}, [{ id: 1 }], '{{list_orders_items}}'],
    ['the nearest to the root', {}, { page: { of: [1] }, orders: [{ lines: [1] }] }, '{{orders}}'],
    ['the saved one', { rows: [['.page.of', 'pages']] }, { page: { of: [1] }, orders: [1] }, '{{pages}}'],
    ['the items of all pages', { repeat: { kind: 'pages', saveAs: 'all' } }, { orders: [1] }, '{{all}}'],
    ['none', {}, { id: 1, orders: [] }, undefined],
  ])('is that of the last call, of which it takes %s', (_which, call, response, items) => {
    const form = addLoopedCall(makeForm([call]), 0, { c1: discoverPaths(response, 10) }) as CurrentForm;
    expect(form?.apiCalls?.[1]).toEqual(
      items && expect.objectContaining({ id: 'new:1', loop: [expect.objectContaining({ items })] }),
    );
  });

  it.each([
    ['orders', 'order'],
    ['lineItems', 'line_item'],
    ['categories', 'category'],
    ['boxes', 'box'],
    ['address', 'item'],
    ['data', 'item'],
  ])('names an item of %s %s', (list, item) => {
    expect(nameItem(list)).toBe(item);
  });
});

it.each<[string, Saved, unknown, object | undefined]>([
  ['a list', {}, { orders: [1] }, { items: '$.orders', saveAs: 'orders' }],
  ['the whole response', {}, [{ id: 1 }], { items: '$', saveAs: 'items' }],
  [
    'a list of which one page is saved',
    { rows: [['.orders', 'orders']] },
    { orders: [1] },
    { items: '$.orders', saveAs: 'all_orders' },
  ],
  ['no list', {}, { id: 1 }, undefined],
])('the pages of a call whose last response has %s are proposed by it', (_what, call, response, proposed) => {
  expect(proposePages(makeForm([call]), 0, discoverPaths(response, 10))).toEqual(proposed);
});

describe('a mend of an unknown placeholder', () => {
  const form = makeForm([{ rows: [['.id', 'order_id']] }, {}, { rows: [['.x', 'later']], url: '' }]);
  const find = (inside: string, place = url, current = form) =>
    findMend(inside, { form: current, place, scope: listVariablesInScope(current, place.behind), paths });

  it.each([
    ['oder_id', 'order_id'],
    ['Order ID', 'order_id'],
    ['order-id.x', 'order_id.x'],
    ['ordr_id.x | default: ordr_id', 'order_id.x | default: order_id'],
    ['run.startdAt', 'run.startedAt'],
    ['order_id | upcse', 'order_id | upcase'],
  ])('{{%s}} is near {{%s}}', (inside, meant) => {
    expect(find(inside)).toEqual({ kind: 'use', inside: meant });
  });

  it.each(['nothing', 'order_id | nofilter', '{{', ' '])('is not made up: {{%s}}', (inside) => {
    expect(find(inside)).toBeUndefined();
  });

  it('saves the field of an earlier response that has the name', () => {
    expect(find('sku')).toMatchObject({ kind: 'save', field: { jsonPath: '.items[0].sku', callIndex: 0 } });
  });

  it('says which call saves the variable, and whether that call can come first', () => {
    expect(find('later')).toEqual({
      kind: 'later',
      name: 'later',
      callIndex: 2,
      callName: 'API Call 3',
      canMove: true,
    });
    const condition = placeOf('apiCalls[0].conditional[0].conditions[0].field');
    expect(find('later', condition)).toMatchObject({ kind: 'later', canMove: false });
    const needs = makeForm([{}, { rows: [['.y', 'own']] }, { rows: [['.x', 'later']], url: '/{{own}}' }]);
    expect(find('later', url, needs)).toMatchObject({ kind: 'later', canMove: false });
    expect(find('own', url, needs)).toEqual({ kind: 'own', name: 'own' });
    const loop = [{ throughCallId: 'c1', items: '{{x}}', itemName: 'item' }];
    expect(find('id', url, makeForm([{ rows: [['.id', 'id']], loop }, {}]))).toEqual({
      kind: 'item',
      name: 'id',
      callName: 'List orders',
    });
  });
});

describe('a renamed variable', () => {
  it.each([
    ['/{{id}}/{{id.x}}/{{ids}}/{{x.id}}/id', '/{{n}}/{{n.x}}/{{ids}}/{{x.id}}/id'],
    [
      `{{id | default: id | append: 'id' | get: "id" | size}}`,
      `{{n | default: n | append: 'id' | get: "id" | size}}`,
    ],
    [String.raw`{"a": "{{id | append: \"id\"}}"}`, String.raw`{"a": "{{n | append: \"id\"}}"}`],
    [`{{x['id']}} {{'{{'}} {{{id}}}`, `{{x['id']}} {{'{{'}} {{{n}}}`],
  ])('%s becomes %s', (text, renamed) => {
    expect(renameInText(text, 'id', 'n')).toBe(renamed);
  });

  it('changes its uses in the whole form, and no name', () => {
    const form = {
      firstConditional: [{ conditions: [{ field: 'id.x', value: 'id' }] }],
      apiCalls: [
        {
          id: 'id',
          note: 'Of {{id}}',
          url: '/{{id}}',
          repeat: { items: '$.id' },
          responseMapping: {
            saveAs: 'id',
            extractFields: [{ jsonPath: '.id', saveAs: 'id' }],
            computed: 'id = {{id}}',
            remember: 'id = id.x\nlast = {{id}}',
          },
          loop: [{ items: '{{id}}', itemName: 'id', newBy: 'id.x', collect: [{ from: 'id', saveAs: 'id' }] }],
          conditional: [{ conditions: [{ field: '{{id}}' }] }],
        },
      ],
    } as unknown as CurrentForm;
    expect(renameUses(form, 'id', 'n')).toEqual({
      count: 8,
      value: {
        firstConditional: [{ conditions: [{ field: 'n.x', value: 'id' }] }],
        apiCalls: [
          {
            id: 'id',
            note: 'Of {{id}}',
            url: '/{{n}}',
            repeat: { items: '$.id' },
            responseMapping: {
              saveAs: 'id',
              extractFields: [{ jsonPath: '.id', saveAs: 'id' }],
              computed: 'id = {{n}}',
              remember: 'id = n.x\nlast = {{n}}',
            },
            loop: [{ items: '{{n}}', itemName: 'id', newBy: 'n.x', collect: [{ from: 'n', saveAs: 'id' }] }],
            conditional: [{ conditions: [{ field: '{{n}}' }] }],
          },
        ],
      },
    });
  });
});
