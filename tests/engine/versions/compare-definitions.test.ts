import { describe, expect, it } from 'vitest';
import { Definition } from '~/engine/integration';
import { compareDefinitions } from '~/engine/versions/compare-definitions';

const read = { id: 'read', name: 'Read', order: 1, url: 'https://api.example.com/1' };
const ship = { id: 'ship', name: 'Ship', order: 2, method: 'POST', url: 'https://api.example.com/2' };

function define(changes: object = {}): Definition {
  return Definition.parse({
    triggerConfig: {
      type: 'webhook',
      webhook: { secret: 'first-secret-1234', headers: { 'X-Event': 'issues' }, methods: ['POST'] },
    },
    apiCalls: [read, ship],
    ...changes,
  });
}

function compare(changes: object, before: object = {}) {
  return compareDefinitions(define(before), define(changes));
}

const form = (...fields: object[]) => ({ triggerConfig: { type: 'manual', manual: { fields } } });

const waiting = (wait: object) => ({ apiCalls: [{ ...read, wait }, ship] });

const byEvent = (event: object) => ({ triggerConfig: { type: 'event', event } });

const fieldsOf = (changes: object) => compare(changes).map(({ field, theirs }) => `${field}: ${theirs}`);

describe('two versions', () => {
  it('do not differ when nothing did', () => {
    expect(compare({})).toEqual([]);
  });

  it('differ by what was added, removed, moved and changed, known by the ids of calls', () => {
    const bill = { id: 'bill', name: 'Bill', order: 1, method: 'PUT', url: 'https://api.example.com/3' };
    const moved = { ...read, order: 3, headers: { Accept: 'text/plain' }, allowedHosts: ['example.com'] };
    expect(compare({ apiCalls: [bill, moved] })).toEqual([
      { where: 'Call “Read”', field: 'Allowed hosts', mine: '', theirs: 'example.com' },
      { where: 'Call “Read”', field: 'Header “Accept”', mine: '', theirs: 'text/plain' },
      { where: 'Call “Ship”', field: 'Removed', mine: 'POST https://api.example.com/2', theirs: 'Not there' },
      { where: 'Call “Bill”', field: 'Added', mine: 'Not there', theirs: 'PUT https://api.example.com/3' },
    ]);
    expect(compare({ apiCalls: [ship, { ...read, order: 3 }] })).toEqual([
      {
        where: 'Calls',
        field: 'Order',
        mine: 'Call “Read”, Call “Ship”',
        theirs: 'Call “Ship”, Call “Read”',
      },
    ]);
  });

  it('say what changed in the note on a call', () => {
    const note = 'Counts in cents.\nDo not retry.';
    expect(compare({ apiCalls: [{ ...read, note }, ship] })).toEqual([
      { where: 'Call “Read”', field: 'Note', mine: '', theirs: note },
    ]);
  });

  it('say what changed in a form, known by the names of its fields', () => {
    const email = { name: 'email', label: 'Email' };
    const size = { name: 'size', type: 'choice', choices: ['small', 'large'] };
    const after = form(size, { ...email, required: true });
    const found = compareDefinitions(define(form(email)), define(after));
    expect(found.map(({ where, field, mine, theirs }) => [where, field, mine, theirs])).toEqual([
      ['Trigger', 'Form field “email”', 'Email, text', 'Email, text, required'],
      ['Trigger', 'Form field “size”', '', 'choice, small, large'],
    ]);
    const without = define({ triggerConfig: { type: 'manual' } });
    expect(compareDefinitions(without, define(form(email)))).toHaveLength(1);
  });

  it('say in which order the fields of a form come now, of those that stay', () => {
    const [email, size, note] = ['email', 'size', 'note'].map((name) => ({ name }));
    expect(compare(form(size ?? {}, note ?? {}, email ?? {}), form(email ?? {}, size ?? {}))).toEqual([
      { where: 'Trigger', field: 'Order of the form fields', mine: 'email, size', theirs: 'size, email' },
      { where: 'Trigger', field: 'Form field “note”', mine: '', theirs: 'text' },
    ]);
    expect(compare(form(email ?? {}, note ?? {}, size ?? {}), form(email ?? {}, size ?? {}))).toHaveLength(1);
  });

  it('say what a rule looks at and leads to', () => {
    const when = [{ field: 'response.body.ok', value: false }];
    const rule = { statusCodes: ['2xx'], when, action: 'go_to', goToApiCallId: 'ship' };
    const steps = { id: 'h', nextApiCallId: 'read', responseHandling: { statusCodeActions: [rule] } };
    expect(compare({ responseHandlingSteps: [steps] })).toMatchObject([
      { theirs: '2xx when response.body.ok equals false: continue with Ship\notherwise continue' },
    ]);
  });

  it('say where a rule leads once no retry is left', () => {
    const rule = { statusCodes: ['5xx'], action: 'retry', goToApiCallId: 'ship' };
    const steps = { id: 'h', nextApiCallId: 'read', responseHandling: { statusCodeActions: [rule] } };
    expect(compare({ responseHandlingSteps: [steps] })).toMatchObject([
      {
        theirs:
          '5xx: retry, up to 3 times after 1000 ms, linear, then continue with Ship\notherwise continue',
      },
    ]);
  });

  it('say of a secret that it changed, also when it ends alike, and nothing else', () => {
    const before = {
      apiCalls: [
        {
          ...read,
          headers: { Authorization: 'Token one-abcd', 'X-Mine': 'two-abcd' },
          secretHeaders: ['X-Mine'],
          authConfig: { type: 'bearer', token: 'three-abcd' },
        },
      ],
    };
    const after = {
      triggerConfig: { type: 'webhook', webhook: { secret: 'other-secret-1234', methods: ['POST'] } },
      apiCalls: [
        {
          ...read,
          headers: { Authorization: 'Token uno-abcd', 'X-Mine': 'dos-abcd' },
          secretHeaders: ['X-Mine'],
          authConfig: { type: 'bearer', token: 'tres-abcd' },
        },
      ],
    };
    const differences = compare(after, before);
    expect(differences.map(({ field }) => field)).toEqual([
      'Webhook Secret',
      'Required header “X-Event”',
      'Header “Authorization”',
      'Header “X-Mine”',
      'Token',
    ]);
    for (const { field, mine, theirs } of differences.filter((each) => !each.field.includes('X-Event'))) {
      expect([field, mine, theirs]).toEqual([field, '••••', '••••, another one']);
    }
    expect(JSON.stringify(differences)).not.toContain('abcd');
    expect(compare(before, before)).toEqual([]);
  });

  it('differ by their steps, in words', () => {
    const check = {
      id: 'check',
      order: 1.5,
      conditionalExecution: { condition: { field: 'status', operator: 'equals', value: 'paid' } },
    };
    const handling = {
      id: 'handling',
      nextApiCallId: 'ship',
      responseHandling: {
        defaultAction: 'stop_notify',
        statusCodeActions: [{ statusCodes: ['5xx'], action: 'retry', retryConfig: { maxRetries: 2 } }],
      },
    };
    const steps = { conditionalExecutionSteps: [check], responseHandlingSteps: [handling] };
    expect(compare(steps)).toEqual([
      {
        where: 'Call “Read”',
        field: 'Conditional Execution',
        mine: '',
        theirs: 'If status equals paid, continue; otherwise skip the next call',
      },
      {
        where: 'Call “Ship”',
        field: 'Response Handling',
        mine: '',
        theirs: '5xx: retry, up to 2 times after 1000 ms, linear\notherwise stop notify',
      },
    ]);
    const otherwise = [{ ...check, otherwise: 'end', nextApiCallId: 'ship' }];
    expect(compare({ ...steps, conditionalExecutionSteps: otherwise }, steps)).toMatchObject([
      { theirs: 'If status equals paid, continue with Ship; otherwise end the run' },
    ]);
  });

  it('differ by what is run for each item of a list, in words', () => {
    const loop = { id: 'l1', order: 0.5, throughCallId: 'ship', items: 'trigger.orders', itemName: 'order' };
    expect(compare({ loopSteps: [loop] })).toEqual([
      {
        where: 'Call “Read”',
        field: 'For each',
        mine: '',
        theirs: 'For each {{order}} of {{trigger.orders}} through Ship, at most 1000',
      },
    ]);
    const collect = [{ from: 'order.id', saveAs: 'ids' }];
    const other = { atOnce: 4, maxItems: 10, onTooMany: 'first', onError: 'fail_at_end', collect };
    expect(compare({ loopSteps: [{ ...loop, ...other }] }, { loopSteps: [loop] })).toMatchObject([
      {
        theirs:
          'For each {{order}} of {{trigger.orders}} through Ship, 4 at once, at most 10, the first of a longer list, continues if one fails, then ends in error, collects {{order.id}} as {{ids}}',
      },
    ]);
  });

  it('differ by waits, and by what is computed for each run', () => {
    expect(fieldsOf(waiting({ kind: 'duration', seconds: 7200 }))).toEqual([
      'Wait: duration',
      'Wait in seconds: 7200',
    ]);
    expect(fieldsOf(waiting({ kind: 'until', at: '{{trigger.due}}' }))).toEqual([
      'Wait: until',
      'Wait until: {{trigger.due}}',
    ]);
    const computed = [{ saveAs: 'gross', template: '{{net | times: 1.19}}' }];
    expect(fieldsOf({ runSettings: { computed } })).toEqual([
      'Computed variable “gross”: {{net | times: 1.19}}',
    ]);
  });

  it('say which tag those have that start it', () => {
    const any = { integrationId: 'any', on: 'error' };
    expect(compare(byEvent({ ...any, tag: 'billing' }), byEvent(any))).toMatchObject([
      { where: 'Trigger', field: 'Tag', theirs: 'billing' },
    ]);
    expect(compare(byEvent(any), byEvent({ ...any, tag: 'billing' }))).toMatchObject([
      { where: 'Trigger', field: 'Tag', mine: 'billing' },
    ]);
  });

  it('differ by another trigger, and by lists within one', () => {
    expect(
      compare({ triggerConfig: { type: 'cron', cron: { cronExpression: '0 * * * *' } } }).map(
        ({ where, field }) => `${where}: ${field}`,
      ),
    ).toEqual([
      'Trigger: Type',
      'Trigger: Webhook Secret',
      'Trigger: Required header “X-Event”',
      'Trigger: Methods',
      'Trigger: Cron expression',
      'Trigger: Timezone',
      'Trigger: Missed runs',
    ]);
  });
});
