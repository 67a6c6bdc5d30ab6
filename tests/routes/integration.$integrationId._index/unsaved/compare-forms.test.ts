import { describe, expect, it } from 'vitest';
import { compareForms } from '~/routes/integration.$integrationId._index/unsaved/compare-forms';

const read = {
  id: 'read',
  name: 'Read issue',
  method: 'GET',
  url: 'https://api.example.com/1',
  headers: [{ name: 'Accept', value: 'text/plain', secret: false }],
  authConfig: { type: 'bearer', token: '••••1234' },
  body: '',
  responseMapping: { saveAs: '', extractFields: [{ jsonPath: '$.id', saveAs: 'issue_id' }] },
  timeoutSeconds: '30',
};
const open = { ...read, id: 'open', name: 'Open issue', method: 'POST' };
const webhook = {
  secret: '••••5678',
  headers: [],
  variables: [{ name: 'repo', jsonPath: '$.repo', description: '', required: false }],
};

function makeForm(changes: object = {}) {
  return { version: '1', triggerConfig: { type: 'webhook', webhook }, apiCalls: [read, open], ...changes };
}

function withEndpoint(endpoint: object) {
  return makeForm({ triggerConfig: { type: 'webhook', webhook: { ...webhook, endpoint } } });
}

describe('comparing two forms', () => {
  it('finds nothing between equals, be they typed or stored', () => {
    const typed = {
      ...makeForm({ version: '2' }),
      apiCalls: [{ ...read, headers: [{ name: 'Accept', value: 'text/plain' }], body: undefined }, open],
    };
    expect(compareForms(typed, makeForm())).toEqual([]);
    const lines = { ...read, body: '{\r\n}' };
    expect(compareForms({ apiCalls: [lines] }, { apiCalls: [{ ...lines, body: '{\n}' }] })).toEqual([]);
  });

  it('names call, field and both texts', () => {
    const mine = makeForm({ apiCalls: [{ ...read, url: 'https://api.example.com/2', body: '{}' }, open] });
    expect(compareForms(mine, makeForm())).toEqual([
      {
        where: 'Call “Read issue”',
        field: 'URL',
        mine: 'https://api.example.com/2',
        theirs: 'https://api.example.com/1',
      },
      { where: 'Call “Read issue”', field: 'Body', mine: '{}', theirs: 'Empty' },
    ]);
  });

  it('calls the fields of a webhook as they are called in the editor', () => {
    const endpoint = { handshake: '', deliveryKey: '', keyName: '', keyHours: '24', onlyRunIf: '' };
    const mine = {
      handshake: 'meta',
      deliveryKey: 'header',
      keyName: 'X-Id',
      keyHours: '48',
      onlyRunIf: 'trigger.action equals opened',
    };
    expect(
      compareForms(withEndpoint(mine), withEndpoint(endpoint)).map(({ where, field, theirs }) => [
        where,
        field,
        theirs,
      ]),
    ).toEqual([
      ['Trigger', 'Handshake', 'Empty'],
      ['Trigger', 'Delivery key', 'Empty'],
      ['Trigger', 'Key name', 'Empty'],
      ['Trigger', 'Key hours', '24'],
      ['Trigger', 'Only run if', 'Empty'],
    ]);
  });

  it('tells a loop by its list and by the call that it goes through', () => {
    const loop = {
      items: '{{orders}}',
      itemName: 'order',
      throughCallId: 'open',
      atOnce: '4',
      maxItems: '50',
    };
    const collect = [{ from: '{{order.id}}', saveAs: 'ids' }];
    const mine = makeForm({ apiCalls: [{ ...read, loop: [{ ...loop, id: 'l1', collect }] }, open] });
    expect(compareForms(mine, makeForm())).toEqual([
      {
        where: 'Call “Read issue”',
        field: 'For each',
        mine: 'For each order of {{orders}} through Open issue, 4 at once, at most 50, collects {{order.id}} as ids',
        theirs: 'Empty',
      },
    ]);
    const same = makeForm({ apiCalls: [{ ...read, loop: [{ ...loop, id: '', collect }] }, open] });
    expect(compareForms(mine, same)).toEqual([]);
  });

  it('tells steps by what is in them, and a jump by the name of its call', () => {
    const condition = { field: 'order_state', operator: 'is_not_empty', value: '', stored: '' };
    const step = { id: 's', enabled: true, executionTrigger: 'conditional', conditions: [condition] };
    const before = { firstConditional: [{ ...step, nextApiCallId: '' }], apiCalls: [read, open] };
    const mine = { ...before, firstConditional: [{ ...step, enabled: 'on', nextApiCallId: 'open' }] };
    expect(compareForms(mine, before)).toEqual([
      {
        where: 'Beginning',
        field: 'Conditional Execution',
        mine: 'enabled, conditional, order_state, is not empty, continue with Open issue',
        theirs: 'enabled, conditional, order_state, is not empty',
      },
    ]);
    const rule = { statusCodes: '5xx', action: 'stop_notify', notificationEmail: 'a_b@example.com' };
    const handled = {
      ...read,
      handling: [{ id: 'h', defaultAction: 'continue', statusCodeActions: [rule] }],
    };
    expect(compareForms({ ...before, apiCalls: [handled, open] }, before)).toEqual([
      {
        where: 'Call “Read issue”',
        field: 'Response Handling',
        mine: 'continue, 5xx, stop notify, a_b@example.com',
        theirs: 'Empty',
      },
    ]);
  });

  it('follows a call that was moved, and tells of the order', () => {
    expect(compareForms(makeForm({ apiCalls: [open, read] }), makeForm())).toEqual([
      {
        where: 'Calls',
        field: 'Order',
        mine: 'Call “Open issue”, Call “Read issue”',
        theirs: 'Call “Read issue”, Call “Open issue”',
      },
    ]);
  });

  it('tells of a call that only one of them has', () => {
    const added = { ...read, id: '', name: 'New', url: 'https://new.example.com' };
    expect(compareForms(makeForm({ apiCalls: [read, added] }), makeForm())).toEqual([
      {
        where: 'Call “New”',
        field: 'Only in yours',
        mine: 'GET https://new.example.com',
        theirs: 'Not there',
      },
      {
        where: 'Call “Open issue”',
        field: 'Only in theirs',
        mine: 'Not there',
        theirs: 'POST https://api.example.com/1',
      },
    ]);
  });

  it('knows rows by their names', () => {
    const mine = makeForm({
      apiCalls: [
        {
          ...read,
          headers: [
            { name: 'X-Trace', value: '7' },
            { name: 'Accept', value: 'application/json' },
          ],
        },
        open,
      ],
      triggerConfig: {
        type: 'webhook',
        webhook: { ...webhook, variables: [{ name: 'repo', jsonPath: '$.repo', required: 'on' }] },
      },
    });
    expect(
      compareForms(mine, makeForm()).map(({ mine: left, theirs, field }) => [field, left, theirs]),
    ).toEqual([
      ['Variable “repo”', '$.repo, required', '$.repo'],
      ['Header “X-Trace”', '7', 'Empty'],
      ['Header “Accept”', 'application/json', 'text/plain'],
    ]);
  });

  it('never shows a secret', () => {
    const mine = makeForm({
      triggerConfig: { type: 'webhook', webhook: { ...webhook, secret: 'typed-secret' } },
      apiCalls: [
        {
          ...read,
          authConfig: { type: 'bearer', token: 'typed-token' },
          headers: [{ name: 'X-Key', value: 'typed-value', secret: 'on' }],
        },
        open,
      ],
    });
    const differences = compareForms(mine, makeForm());
    expect(JSON.stringify(differences)).not.toContain('typed-');
    expect(differences.map(({ field, mine: left, theirs }) => [field, left, theirs])).toEqual([
      ['Webhook Secret', '••••, newly typed', '••••5678'],
      ['Header “X-Key”', '••••, newly typed', 'Empty'],
      ['Token', '••••, newly typed', '••••1234'],
      ['Header “Accept”', 'Empty', 'text/plain'],
    ]);
  });

  it('passes over what a trigger of another type left in the form', () => {
    const manual = { triggerConfig: { type: 'manual', webhook } };
    expect(compareForms(manual, { triggerConfig: { type: 'manual', webhook: { secret: '' } } })).toEqual([]);
    expect(compareForms(manual, makeForm({ apiCalls: undefined }))).toContainEqual({
      where: 'Trigger',
      field: 'Type',
      mine: 'manual',
      theirs: 'webhook',
    });
  });

  it('shows of long texts where they part', () => {
    const body = 'x'.repeat(2_000);
    const [difference] = compareForms(
      { apiCalls: [{ ...read, body: `${body}mine` }] },
      { apiCalls: [{ ...read, body: `${body}theirs` }] },
    );
    expect(difference?.mine).toBe(`…${'x'.repeat(40)}mine`);
    expect(difference?.theirs).toBe(`…${'x'.repeat(40)}theirs`);
  });
});
