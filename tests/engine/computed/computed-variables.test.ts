// Variables that are made of others, once, where the run comes to them.
import { describe, expect, test } from 'vitest';
import type { RecordedEvent } from '~/engine/events/event';
import { Definition } from '~/engine/integration';
import { listWarnings } from '~/engine/checks/warnings';
import { answer, eventOf, run } from '../run/recorded-events';
import { makeChain, makeCheck, makeHandling } from '../run/run-steps';

const computed = (...rows: [saveAs: string, template: string][]) =>
  rows.map(([saveAs, template]) => ({ saveAs, template }));

const chain = (calls: object[], first?: object[], steps = {}) =>
  Definition.parse({
    ...makeChain(calls as Record<string, unknown>[], steps),
    ...(first && { runSettings: { computed: first } }),
  });

const rules = (action: string) => ({ handlings: [makeHandling('c1', [{ statusCodes: [404], action }])] });

const issuesOf = (definition: unknown) =>
  Definition.safeParse(definition).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('variables that a call computes', () => {
  const definition = chain(
    [
      {
        responseMapping: {
          extractFields: [{ jsonPath: '$.net', saveAs: 'net' }],
          computed: computed(
            ['gross', '{{net | times: 1.19 | round: 2}}'],
            ['label', '{{gross}} for {{trigger.name}}'],
            ['lines', "{{trigger.lines | map: 'sku'}}"],
          ),
        },
      },
      { body: '{"gross": {{gross}}, "label": "{{label}}", "lines": {{lines}}}' },
    ],
    undefined,
    { checks: [makeCheck(1, { field: 'gross', operator: 'greater_than', value: 20 })] },
  );
  const triggerData = { name: 'Ann', lines: [{ sku: 'a' }] };

  test('have their types, stand in its log, and are known behind it, in conditions too', async () => {
    const told = await run(definition, { triggerData, answers: [answer({ net: 20 }), answer('')] });
    expect(told.sent[1]?.body).toBe('{"gross": 23.8, "label": "23.8 for Ann", "lines": ["a"]}');
    const { saved, extractions } = eventOf(told, 'call-finished');
    expect(saved).toEqual([
      ['net', 20],
      ['gross', 23.8],
      ['label', '23.8 for Ann'],
      ['lines', ['a']],
    ]);
    expect(extractions[1]).toEqual({
      variableName: 'gross',
      jsonPath: '{{net | times: 1.19 | round: 2}}',
      type: 'number',
      success: true,
      value: 23.8,
    });
  });

  test('are taken from the log when the run is taken up again', async () => {
    const first = await run(definition, { triggerData, answers: [answer({ net: 20 }), answer('')] });
    const past = first.events.slice(0, 2).map((event) =>
      event.kind === 'call-finished'
        ? Object.assign({}, event, {
            saved: [
              ['gross', 99],
              ['label', 'x'],
              ['lines', []],
            ],
          })
        : event,
    );
    const told = await run(definition, { triggerData, past: past as RecordedEvent[], answers: [answer('')] });
    expect(told.sent[0]?.body).toBe('{"gross": 99, "label": "x", "lines": []}');
  });

  test('say in the log why they are not there, and stop the call that uses them', async () => {
    const told = await run(definition, { triggerData, answers: [answer({ net: 'much' })] });
    expect(eventOf(told, 'call-finished').extractions.slice(1, 3)).toMatchObject([
      {
        success: false,
        message:
          'not computed: {{net | times: 1.19 | round: 2}} in its template cannot be filled in: times needs a number.',
      },
      { success: false, message: 'not computed: The variable {{gross}} in its template has no value.' },
    ]);
    expect(told.story.at(-1)).toBe('ended completed');
  });

  test('are computed of a response that a rule goes on from, and of no other', async () => {
    const call = { responseMapping: { computed: computed(['found', "{{trigger.x | default: 'no'}}"]) } };
    const answers = [answer('', { status: 404 })];
    const goneOn = await run(chain([call], undefined, rules('continue')), { answers });
    expect(eventOf(goneOn, 'call-finished').saved).toEqual([['found', 'no']]);
    const stopped = await run(chain([call], undefined, rules('stop_notify')), { answers });
    expect(eventOf(stopped, 'call-finished').saved).toEqual([]);
    const failed = await run(chain([call]), { answers });
    expect(eventOf(failed, 'call-finished').extractions).toEqual([]);
  });

  test('of a list of pages are made of all of it, with the last page', async () => {
    const repeat = {
      kind: 'pages',
      items: '$.items',
      saveAs: 'all',
      next: { by: 'url', path: '$.next' },
    };
    const paged = chain([
      { repeat, responseMapping: { computed: computed(['count', '{{all | size}}']) } },
      { body: '{{count}}' },
    ]);
    const answers = [
      answer({ items: [1, 2], next: 'https://c1.example/2' }),
      answer({ items: [3], next: null }),
      answer(''),
    ];
    const told = await run(paged, { answers });
    expect(told.sent[2]?.body).toBe('3');
    expect(eventOf(told, 'call-finished').extractions).toEqual([]);
  });

  test('hold no value of the organization', async () => {
    const call = { responseMapping: { computed: computed(['key', '{{org.key}}']) } };
    const values = [{ name: 'key', value: 's3cret', isSecret: true, hosts: [] }];
    const told = await run(chain([call]), { answers: [answer('')], values: values as never });
    expect(eventOf(told, 'call-finished').saved).toEqual([]);
  });
});

describe('variables that a run begins with', () => {
  const first = computed(['day', "{{trigger.at | date: '%F'}}"], ['about', 'On {{day}}']);
  const definition = chain([{ url: 'https://c1.example/{{day}}', body: 'x {{about}}' }], first);

  test('are made of the trigger, whatever starts the run', async () => {
    const told = await run(definition, {
      triggerData: { at: '2026-01-05T12:00:00Z' },
      answers: [answer('')],
    });
    expect(told.sent[0]?.url).toBe('https://c1.example/2026-01-05');
    expect(told.sent[0]?.body).toBe('x "On 2026-01-05"');
  });

  test('end the run in error before anything is sent when they cannot be made', async () => {
    const told = await run(definition, { triggerData: { at: 'soon' } });
    expect(told.events).toEqual([
      {
        kind: 'run-ended',
        status: 'error',
        errorMessage: expect.stringMatching(
          /^The variable day was not computed: \{\{trigger\.at \| date: '%F'\}\} in its template cannot be filled in: date needs/,
        ),
        notify: null,
        failure: { callId: '', callName: '', kind: 'payload' },
      },
    ]);
  });
});

describe('what is saved of computed variables', () => {
  test('is not there where there are none', () => {
    const call = { responseMapping: { computed: [] } };
    expect(JSON.stringify(chain([call], []))).toBe(JSON.stringify(chain([{}])));
    expect(chain([{}]).apiCalls[0]?.responseMapping).not.toHaveProperty('computed');
  });

  test('is refused with a name that is taken, or without a template', () => {
    const rows = computed(['a', '{{trigger}}'], ['A', '{{trigger}}'], ['b', ' '], ['c', 'x\ny']);
    const call = { id: 'c1', order: 1, url: 'https://c1.example/' };
    expect(issuesOf({ apiCalls: [{ ...call, responseMapping: { computed: rows.slice(0, 2) } }] })).toEqual([
      'apiCalls.0.responseMapping.computed.1.saveAs: Duplicate variable name',
    ]);
    expect(issuesOf({ apiCalls: [{ ...call, responseMapping: { computed: rows.slice(2) } }] })).toEqual([
      'apiCalls.0.responseMapping.computed.0.template: A template is required',
      'apiCalls.0.responseMapping.computed.1.template: A template is one line',
    ]);
    const both = {
      apiCalls: [{ ...call, responseMapping: { saveAs: 'a' } }],
      runSettings: { computed: rows.slice(0, 1) },
    };
    expect(issuesOf(both)).toEqual(['apiCalls.0.responseMapping.saveAs: Duplicate variable name']);
  });

  test('is warned of where nothing fills it, and is known behind it', () => {
    const call = {
      name: 'One',
      responseMapping: { computed: computed(['b', '{{a}} {{c}} {{org.x}}'], ['d', '{{b}}']) },
    };
    const definition = chain([call, { body: 'x {{d}}' }], computed(['a', '{{trigger.x}} {{e}}']));
    expect(listWarnings(definition)).toEqual([
      '{{e}} in the computed variable a is not known there.',
      'One: {{c}} in the computed variable b is not known there.',
      'One: {{org.x}} in the computed variable b is not known there.',
    ]);
  });
});
