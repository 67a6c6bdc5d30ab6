import { newId } from '~/db/core/id';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Operator } from '~/engine/comparing/operator-name';
import { Definition } from '~/engine/integration';
import { applyChainEdit } from '~/routes/integration.$integrationId._index/chain/edits/edit-chain';
import {
  mergeErrors,
  toChange,
} from '~/routes/integration.$integrationId._index/form/values/from-form-values';
import { EditorForm } from '~/routes/integration.$integrationId._index/form/editor-form';
import { toFormValues } from '~/routes/integration.$integrationId._index/form/values/to-form-values';
import { duplicateCall } from '~/routes/integration.$integrationId._index/form/copy-call';
import { nameNewCall } from '~/routes/integration.$integrationId._index/form/new-call';
import { chooseCall } from '~/routes/integration.$integrationId._index/form/otherwise-choice';
import { listStepErrors } from '~/routes/integration.$integrationId._index/form/values/from-step-values';
import { listLaterUses } from '~/routes/integration.$integrationId._index/form/variable-uses';
import {
  describeHandling,
  describeWaits,
} from '~/routes/integration.$integrationId._index/chain/outline/handling-labels';
import {
  describeConditional,
  listBranchBadges,
} from '~/routes/integration.$integrationId._index/chain/outline/step-labels';
import { makeChain, makeCheck, makeHandling } from '../../../engine/run/run-steps';

function openForm(definition: Definition): EditorForm {
  // As it comes back from a browser: through the schema of what was typed.
  return EditorForm.parse(toFormValues({ version: 1, ...definition, triggerConfig: { type: 'manual' } }));
}

/** What a save of a form comes to. */
function save(form: EditorForm): Definition {
  return Definition.parse(toChange(form, newId));
}

/** Each step as it runs: its place, and everything a run reads of it. */
function outline({ apiCalls, conditionalExecutionSteps, responseHandlingSteps }: Definition) {
  const calls = apiCalls.toSorted((a, b) => a.order - b.order);
  return {
    calls: calls.map(({ id }) => id),
    checks: conditionalExecutionSteps
      .map(({ id, order, nextApiCallId, match, otherwise, otherwiseApiCallId, conditionalExecution }) => {
        const { condition, conditions = [], enabled, executionTrigger } = conditionalExecution;
        const gap = calls.filter((call) => call.order <= order).length;
        const all = condition ? [condition, ...conditions] : conditions;
        const ways = { nextApiCallId, match, otherwise, otherwiseApiCallId };
        // Of the two ways to check nothing, the form keeps one.
        const isEnabled = enabled || executionTrigger === 'always';
        return { id, gap, ...ways, enabled: isEnabled, executionTrigger, all };
      })
      .toSorted((a, b) => a.gap - b.gap),
    handlings: responseHandlingSteps
      .map(({ id, nextApiCallId, responseHandling }) => ({ id, nextApiCallId, responseHandling }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

const anyValue = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.integer(),
  // JSON knows no negative zero.
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.boolean(),
  fc.constant(null),
);

/** Some operators compare with some values only. */
const valuesOf: Partial<Record<Operator, fc.Arbitrary<string | number>>> = {
  in: fc.constantFrom('a, b', '["a, b"]', 7),
  not_in: fc.constantFrom('a', 7),
  before: fc.constantFrom('2026-01-05', 1767614400),
  after: fc.constantFrom('2026-01-05 12:00', 1767614400),
  has_length: fc.constantFrom('3', 0),
};

const conditionOn = (...fields: string[]) =>
  fc.constantFrom(...Operator.options).chain((operator) =>
    fc.record({
      field: fc.constantFrom(...fields),
      operator: fc.constant(operator),
      value: valuesOf[operator] ?? anyValue,
    }),
  );
const condition = conditionOn('a', 'order.items[0].id');

const anyCheck = fc.record({
  enabled: fc.boolean(),
  executionTrigger: fc.constantFrom('always', 'conditional'),
  condition: fc.option(condition, { nil: undefined }),
  conditions: fc.option(fc.array(condition, { minLength: 1, maxLength: 20 }), { nil: undefined }),
  by: fc.option(fc.nat({ max: 5 })),
  match: fc.constantFrom('all', 'any'),
  otherwise: fc.constantFrom('skip_next', 'end', 'go_to'),
  otherwiseBy: fc.nat({ max: 5 }),
});

const code = fc.oneof(
  fc.integer({ min: 100, max: 599 }),
  fc.constantFrom('network', '2xx', '5xx', '500-599'),
);
const retryConfig = fc.record({
  maxRetries: fc.integer({ min: 1, max: 3 }),
  retryDelay: fc.integer({ min: 100, max: 30_000 }),
  backoffStrategy: fc.constantFrom('linear', 'exponential'),
});
const email = fc.option(fc.constantFrom('ops@example.com', 'a.b+c@example.org'), { nil: undefined });
const handling = fc.record({
  defaultAction: fc.constantFrom('continue', 'stop_notify'),
  defaultNotificationEmail: email,
  statusCodeActions: fc.array(
    fc.record({
      statusCodes: fc.array(code, { minLength: 1, maxLength: 4 }),
      when: fc.option(fc.array(conditionOn('response.status', 'response.body.ok'), { maxLength: 3 }), {
        nil: undefined,
      }),
      action: fc.constantFrom('continue', 'stop_notify', 'retry', 'webhook', 'go_to', 'end'),
      by: fc.integer({ min: 1, max: 5 }),
      notificationEmail: email,
      retryConfig,
      webhookURL: fc.constantFrom('https://example.com/notices', 'http://localhost:1/'),
    }),
    { maxLength: 4 },
  ),
});

const chain = fc
  .integer({ min: 1, max: 5 })
  .chain((count) =>
    fc.record({
      orders: fc.constant(Array.from({ length: count }, (_, index) => index * 1.75 + 0.25)),
      checks: fc.array(fc.option(anyCheck), { minLength: count + 1, maxLength: count + 1 }),
      handlings: fc.array(fc.option(handling), { minLength: count, maxLength: count }),
    }),
  )
  .map(({ orders, checks, handlings }) =>
    Definition.parse({
      apiCalls: orders.map((order, index) => ({ id: `c${index}`, order, url: 'https://example.com/' })),
      conditionalExecutionSteps: checks.flatMap((each, gap) => {
        if (!each) return [];
        const { by, match, otherwise, otherwiseBy, ...conditionalExecution } = each;
        const needs = conditionalExecution.condition ?? conditionalExecution.conditions;
        const nameTarget = (target: number) => (target < orders.length ? `c${target}` : undefined);
        const otherwiseApiCallId = otherwise === 'go_to' ? nameTarget(gap + otherwiseBy) : undefined;
        return {
          id: `check${gap}`,
          order: (orders[gap - 1] ?? 0) + (gap === 0 ? 0 : 0.5),
          nextApiCallId: by === null ? undefined : nameTarget(gap + by),
          match,
          otherwise: otherwise === 'go_to' && !otherwiseApiCallId ? 'skip_next' : otherwise,
          otherwiseApiCallId,
          conditionalExecution: needs ? conditionalExecution : { ...conditionalExecution, enabled: false },
        };
      }),
      responseHandlingSteps: handlings.flatMap((each, index) =>
        each
          ? {
              id: `handling${index}`,
              order: index,
              nextApiCallId: `c${index}`,
              responseHandling: {
                ...each,
                statusCodeActions: each.statusCodeActions.map(({ by, ...rule }) => {
                  const target = index + by;
                  if (rule.action !== 'go_to' && rule.action !== 'retry') return rule;
                  return target < orders.length
                    ? { ...rule, goToApiCallId: `c${target}` }
                    : { ...rule, action: rule.action === 'retry' ? 'retry' : 'end' };
                }),
              },
            }
          : [],
      ),
    }),
  );

describe('a save of what was opened', () => {
  it('loses nothing of any step, wherever it stands', () => {
    fc.assert(
      fc.property(chain, (definition) => {
        expect(outline(save(openForm(definition)))).toEqual(outline(definition));
      }),
    );
  });

  it('keeps values that are no text until another is typed', () => {
    const form = openForm(
      makeChain([{}, {}], { checks: [makeCheck(0, { field: 'a', operator: 'equals', value: 5 })] }),
    );
    const row = form.firstConditional[0]?.conditions[0];
    expect(row).toEqual({ field: 'a', operator: 'equals', value: '5', stored: '5' });
    if (row) row.value = '6';
    expect(save(form).conditionalExecutionSteps[0]?.conditionalExecution.condition?.value).toBe('6');
    if (row) Object.assign(row, { value: 'x', stored: 'x' });
    expect(save(form).conditionalExecutionSteps[0]?.conditionalExecution.condition?.value).toBe('x');
  });

  it.each(['500,,502', '500,', ',500', '500 502'])(
    'takes no codes from %j, which the field with script gives up',
    (codes) => {
      const form = openForm(
        makeChain([{}], { handlings: [makeHandling('c1', [{ statusCodes: [404], action: 'retry' }])] }),
      );
      const [rule] = form.apiCalls[0]?.handling[0]?.statusCodeActions ?? [];
      if (rule) rule.statusCodes = codes;
      const saved = Definition.safeParse(toChange(form, newId));
      expect(saved.error?.issues.map(({ path }) => path.slice(-2, -1))).toEqual([['statusCodes']]);
      if (rule) rule.statusCodes = ' 500 , 502 ';
      const [step] = save(form).responseHandlingSteps;
      expect(step?.responseHandling.statusCodeActions[0]?.statusCodes).toEqual([500, 502]);
    },
  );

  it('gives new calls ids that jumps and response handlings follow', () => {
    const form = openForm(makeChain([{}], { checks: [makeCheck(0, { field: 'a', operator: 'exists' })] }));
    const [first] = form.apiCalls;
    if (!first || !form.firstConditional[0]) throw new Error('no call');
    const handled = openForm(makeChain([{}], { handlings: [makeHandling('c1', [])] })).apiCalls[0]?.handling;
    form.apiCalls.push({ ...first, id: nameNewCall([first.id]), handling: handled ?? [] });
    Object.assign(form.firstConditional[0], { nextApiCallId: 'new:1', otherwise: chooseCall('new:1') });
    const saved = save(form);
    const id = saved.apiCalls[1]?.id;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(saved.conditionalExecutionSteps[0]).toMatchObject({ nextApiCallId: id, otherwiseApiCallId: id });
    expect(saved.responseHandlingSteps[0]?.nextApiCallId).toBe(id);
  });

  it('takes a form without the newer fields for what it was', () => {
    const form = openForm(makeChain([{}], { checks: [makeCheck(0, { field: 'a', operator: 'exists' })] }));
    Object.assign(form.firstConditional[0] ?? {}, { match: '', otherwise: '' });
    expect(save(form).conditionalExecutionSteps).toMatchObject([{ match: 'all', otherwise: 'skip_next' }]);
  });

  it('asks for the call where none was chosen', () => {
    const form = openForm(makeChain([{}], { checks: [makeCheck(0, { field: 'a', operator: 'exists' })] }));
    Object.assign(form.firstConditional[0] ?? {}, { otherwise: 'go_to' });
    const { error } = Definition.safeParse(toChange(form, newId));
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      [
        'conditionalExecutionSteps.0.otherwiseApiCallId',
        'Choose the API call to continue with when the conditions are not met',
      ],
    ]);
  });

  it('reads the conditions of a rule from lines, and needs no codes where there are some', () => {
    const form = openForm(
      makeChain([{}], { handlings: [makeHandling('c1', [{ statusCodes: [404], action: 'retry' }])] }),
    );
    const rule = form.apiCalls[0]?.handling[0]?.statusCodeActions[0];
    if (!rule) throw new Error('no rule');
    Object.assign(rule, {
      statusCodes: '',
      when: 'response.body.ok equals false\nresponse.headers.X-A exists',
    });
    expect(save(form).responseHandlingSteps[0]?.responseHandling.statusCodeActions[0]).toMatchObject({
      statusCodes: [],
      when: [
        { field: 'response.body.ok', operator: 'equals', value: false },
        { field: 'response.headers.x-a', operator: 'exists' },
      ],
    });
    rule.when = 'response.body.ok is fine';
    const field = 'apiCalls[0].handling[0].statusCodeActions[0].when';
    expect(mergeErrors({}, form)).toEqual({
      [field]: [
        'Line 1 cannot be read. Write a field, an operator and a value, for example: response.body.ok equals false',
      ],
    });
  });

  it('clamps retry settings, leaves out those that nothing uses, and rejects what is no number', () => {
    const form = openForm(
      makeChain([{}], { handlings: [makeHandling('c1', [{ statusCodes: ['5xx'], action: 'retry' }])] }),
    );
    const rule = form.apiCalls[0]?.handling[0]?.statusCodeActions[0];
    if (!rule) throw new Error('no rule');
    rule.retryConfig.retryDelay = '99999999';
    const listRules = () => save(form).responseHandlingSteps[0]?.responseHandling.statusCodeActions;
    expect(listRules()?.[0]?.retryConfig).toEqual({
      maxRetries: 3,
      retryDelay: 30_000,
      backoffStrategy: 'linear',
    });
    rule.retryConfig.retryDelay = 'soon';
    const field = 'apiCalls[0].handling[0].statusCodeActions[0].retryConfig.retryDelay';
    expect(mergeErrors({}, form)).toEqual({ [field]: ['Write a number'] });
    Object.assign(rule, { action: 'continue', retryConfig: { ...rule.retryConfig, retryDelay: '1000' } });
    expect(listRules()?.[0]?.retryConfig).toBeUndefined();
  });
});

describe('how a call is repeated', () => {
  const pages = { kind: 'pages', items: '.data', saveAs: 'orders', maxPages: 7, maxItems: 9, everyMs: 5 };
  it.each([
    [{ ...pages, next: { by: 'link' } }],
    [{ ...pages, next: { by: 'url', path: '.next' }, moreAt: '.has_more' }],
    [{ ...pages, next: { by: 'cursor', path: '.next', in: 'query', param: 'c' } }],
    [{ ...pages, next: { by: 'cursor', path: '.next', in: 'body', bodyPath: '.a.b' } }],
    [{ ...pages, next: { by: 'header', header: 'X-Next-Page', in: 'query', param: 'page' } }],
    [{ ...pages, next: { by: 'page', param: 'p', start: 0, pageSize: 2 } }],
    [{ ...pages, next: { by: 'offset', param: 'o', pageSize: 2 } }],
    [{ ...pages, next: { by: 'offset', param: 'offset', in: 'body', bodyPath: '.from', pageSize: 2 } }],
    [{ ...pages, next: { by: 'page', param: 'page', in: 'body', bodyPath: '.a.b', start: 0, pageSize: 2 } }],
    [
      {
        kind: 'until',
        conditions: [{ field: 'response.body.done', operator: 'equals', value: true }],
        everySeconds: 3,
        maxTries: 4,
        onGiveUp: 'continue',
      },
    ],
  ])('is kept: %j', (repeat) => {
    expect(save(openForm(makeChain([{ repeat }]))).apiCalls[0]?.repeat).toEqual(repeat);
  });

  it('has defaults in empty fields, and says by field what is wrong', () => {
    const form = openForm(makeChain([{}]));
    const [call] = form.apiCalls;
    if (!call) throw new Error('no call');
    expect(save(form).apiCalls[0]?.repeat).toBeUndefined();
    Object.assign(call.repeat, { kind: 'pages', by: 'page', items: '$.data', saveAs: 'Order List' });
    expect(save(form).apiCalls[0]?.repeat).toEqual({
      kind: 'pages',
      next: { by: 'page', param: 'page', start: 1 },
      items: '.data',
      saveAs: 'order_list',
      maxPages: 50,
      maxItems: 10_000,
      everyMs: 0,
    });
    const fields = { 'apiCalls.0.repeat.next.path': ['A'], 'apiCalls.0.repeat.conditions.0.field': ['B'] };
    const wrong = { ...fields, 'apiCalls.0.repeat.maxPages': ['C'], 'apiCalls.0.repeat.next.param': ['D'] };
    expect(mergeErrors(wrong, form)).toEqual({
      'apiCalls[0].repeat.nextPath': ['A'],
      'apiCalls[0].repeat.conditions': ['B'],
      'apiCalls[0].repeat.maxPages': ['C'],
      'apiCalls[0].repeat.param': ['D'],
    });
    Object.assign(call.repeat, { kind: 'until', conditions: 'is done' });
    expect(Object.keys(mergeErrors({}, form))).toEqual(['apiCalls[0].repeat.conditions']);
  });
});

it('keeps how long a run may take, where it is not as long as usual', () => {
  const form = openForm(makeChain([{}]));
  expect(save(form).runSettings).toBeUndefined();
  form.triggerConfig.maxMinutes = '60';
  expect(save(form).runSettings).toEqual({ maxMinutes: 60 });
  form.triggerConfig.maxMinutes = ' ';
  expect(save(form).runSettings).toBeUndefined();
  form.triggerConfig.maxMinutes = 'long';
  const { error } = Definition.safeParse(toChange(form, newId));
  expect(error?.issues.map(({ message }) => message)).toEqual(['A run may take 1 to 360 minutes']);
  const wrong = { 'runSettings.maxMinutes': ['Wrong'] };
  expect(mergeErrors(wrong, form)).toEqual({ 'triggerConfig.maxMinutes': ['Wrong'] });
});

it.each([
  ['conditionalExecutionSteps.0.conditionalExecution.condition', 'firstConditional[0].conditions'],
  [
    'conditionalExecutionSteps.1.conditionalExecution.condition.value',
    'apiCalls[1].conditional[0].conditions[0].value',
  ],
  [
    'conditionalExecutionSteps.1.conditionalExecution.conditions.0.field',
    'apiCalls[1].conditional[0].conditions[1].field',
  ],
  ['conditionalExecutionSteps.1.nextApiCallId', 'apiCalls[1].conditional[0].nextApiCallId'],
  ['conditionalExecutionSteps.1.otherwiseApiCallId', 'apiCalls[1].conditional[0].otherwise'],
  ['conditionalExecutionSteps.1.otherwise', 'apiCalls[1].conditional[0].otherwise'],
  ['conditionalExecutionSteps.1.match', 'apiCalls[1].conditional[0].match'],
  ['conditionalExecutionSteps.1.order', 'apiCalls[1].conditional'],
  [
    'responseHandlingSteps.0.responseHandling.statusCodeActions.1.webhookURL',
    'apiCalls[2].handling[0].statusCodeActions[1].webhookURL',
  ],
  [
    'responseHandlingSteps.0.responseHandling.statusCodeActions.1.statusCodes.3',
    'apiCalls[2].handling[0].statusCodeActions[1].statusCodes',
  ],
  [
    'responseHandlingSteps.0.responseHandling.statusCodeActions.1.when.2.field',
    'apiCalls[2].handling[0].statusCodeActions[1].when',
  ],
  [
    'responseHandlingSteps.0.responseHandling.statusCodeActions.1.goToApiCallId',
    'apiCalls[2].handling[0].statusCodeActions[1].action',
  ],
  [
    'responseHandlingSteps.0.responseHandling.defaultNotificationEmail',
    'apiCalls[2].handling[0].defaultNotificationEmail',
  ],
  ['responseHandlingSteps.0.id', 'apiCalls[2].handling'],
])('what is wrong with %s is shown at %s', (field, name) => {
  const exists = { field: 'a', operator: 'exists' };
  const form = openForm(
    makeChain([{}, {}, {}], {
      checks: [makeCheck(0, exists), makeCheck(2, exists)],
      handlings: [makeHandling('c3', [])],
    }),
  );
  expect(mergeErrors({ [field]: ['Wrong', 'Wrong'] }, form)).toEqual({ [name]: ['Wrong'] });
});

function edit(...args: Parameters<typeof applyChainEdit>) {
  const { value, ...rest } = applyChainEdit(...args);
  return { ...rest, form: EditorForm.parse(value) };
}

/** A form as the browser has it. */
function typed(form: EditorForm) {
  return form as unknown as Parameters<typeof applyChainEdit>[0];
}

function ruleOf(form: EditorForm) {
  return form.apiCalls.flatMap(({ handling: steps }) => steps)[0]?.statusCodeActions[0];
}

describe('deleting and moving calls of the form', () => {
  const exists = { field: 'a', operator: 'exists' };
  const chainOf = () =>
    openForm(
      makeChain([{ name: 'One' }, { name: 'Two' }, { name: 'Three' }], {
        checks: [makeCheck(1, exists, { nextApiCallId: 'c3' })],
        handlings: [makeHandling('c2', [])],
      }),
    );
  it('a plain move is left to the list', () => {
    expect(edit(typed(chainOf()), { kind: 'move', index: 1, to: 2 })).toMatchObject({
      isPlain: true,
      broken: [],
    });
  });

  it('a check stays where its call was', () => {
    const { form, isPlain, broken } = edit(typed(chainOf()), { kind: 'delete', index: 0 });
    expect(form.firstConditional.map(({ id, nextApiCallId }) => [id, nextApiCallId])).toEqual([
      ['check1', 'c3'],
    ]);
    expect(form.apiCalls.map(({ name, conditional }) => [name, conditional.length])).toEqual([
      ['Two', 0],
      ['Three', 0],
    ]);
    expect([isPlain, broken]).toEqual([false, []]);
  });

  it('a jump back becomes the next call, and that is said', () => {
    const { form, isPlain, broken } = edit(typed(chainOf()), { kind: 'move', index: 2, to: 0 });
    expect(form.apiCalls.map(({ name }) => name)).toEqual(['Three', 'One', 'Two']);
    expect(form.apiCalls[1]?.conditional[0]?.nextApiCallId).toBe('');
    expect(isPlain).toBe(false);
    expect(broken).toEqual([
      "The condition after 'One' jumped to 'Three', which now comes before it: it now continues with the next call.",
    ]);
  });

  it('what a check goes to otherwise is chosen anew when it is gone or comes before', () => {
    const goesTo = makeCheck(1, exists, { otherwise: 'go_to', otherwiseApiCallId: 'c3' });
    const form = openForm(makeChain([{ name: 'One' }, {}, { name: 'Three' }], { checks: [goesTo] }));
    expect(form.apiCalls[0]?.conditional[0]?.otherwise).toBe(chooseCall('c3'));
    for (const change of [
      { kind: 'delete', index: 2 },
      { kind: 'move', index: 2, to: 0 },
    ] as const) {
      const edited = edit(typed(form), change);
      const check = edited.form.apiCalls.flatMap(({ conditional }) => conditional)[0];
      expect([check?.otherwise, edited.isPlain, edited.broken.length]).toEqual(['go_to', false, 1]);
    }
    const kept = edit(typed(form), { kind: 'delete', index: 1 });
    expect(kept.form.apiCalls[0]?.conditional[0]?.otherwise).toBe(chooseCall('c3'));
  });

  it('a call that a rule continues with is chosen anew when it is gone or comes before', () => {
    const rules = [{ statusCodes: [200], action: 'go_to', goToApiCallId: 'c3' }];
    const form = openForm(
      makeChain([{ name: 'One' }, {}, { name: 'Three' }], { handlings: [makeHandling('c1', rules)] }),
    );
    expect(ruleOf(form)?.action).toBe(chooseCall('c3'));
    const gone = edit(typed(form), { kind: 'delete', index: 2 });
    expect([ruleOf(gone.form)?.action, gone.isPlain]).toEqual(['go_to', false]);
    expect(gone.broken).toEqual([
      "Rule 1 of 'One' continues with 'Three', which was deleted: choose another call.",
    ]);
    expect(Definition.safeParse(toChange(gone.form, newId)).error?.issues[0]?.message).toBe(
      'Choose the API call to continue with',
    );
    const before = edit(typed(form), { kind: 'move', index: 2, to: 0 });
    expect([ruleOf(before.form)?.action, before.broken.length]).toEqual(['go_to', 1]);
    const kept = edit(typed(form), { kind: 'delete', index: 1 });
    expect([ruleOf(kept.form)?.action, kept.isPlain]).toEqual([chooseCall('c3'), true]);
  });

  it('so is one that a rule leads to once no retry is left', () => {
    const rules = [{ statusCodes: ['5xx'], action: 'retry', goToApiCallId: 'c3' }];
    const form = openForm(
      makeChain([{ name: 'One' }, {}, { name: 'Three' }], { handlings: [makeHandling('c1', rules)] }),
    );
    expect(ruleOf(form)).toMatchObject({ action: 'retry', afterRetries: chooseCall('c3') });
    const gone = edit(typed(form), { kind: 'delete', index: 2 });
    expect([ruleOf(gone.form), gone.isPlain]).toMatchObject([
      { action: 'retry', afterRetries: 'go_to' },
      false,
    ]);
    expect(gone.broken).toEqual([
      "Rule 1 of 'One' continues with 'Three', which was deleted: choose another call.",
    ]);
    expect(listStepErrors(gone.form)).toEqual({
      'apiCalls[0].handling[0].statusCodeActions[0].afterRetries': ['Choose the API call to continue with'],
    });
    const kept = edit(typed(form), { kind: 'delete', index: 1 });
    expect([ruleOf(kept.form)?.afterRetries, kept.isPlain]).toEqual([chooseCall('c3'), true]);
  });

  it('a response handling goes with its call, and that is said', () => {
    const { isPlain, broken } = edit(typed(chainOf()), { kind: 'delete', index: 1 });
    expect([isPlain, broken]).toEqual([true, ["The response handling of 'Two' was removed with it."]]);
  });

  it('comes to what the engine would execute, whatever is done', () => {
    const edits = fc.array(fc.record({ index: fc.nat({ max: 4 }), to: fc.option(fc.nat({ max: 4 })) }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(chain, edits, (definition, list) => {
        let form = openForm(definition);
        for (const { index, to } of list) {
          const { form: after, isPlain } = edit(
            typed(form),
            to === null ? { kind: 'delete', index } : { kind: 'move', index, to },
          );
          if (isPlain && index < form.apiCalls.length && (to ?? 0) < form.apiCalls.length) {
            const [moved] = form.apiCalls.splice(index, 1);
            if (to !== null && moved) form.apiCalls.splice(to, 0, moved);
            expect(form).toEqual(after);
          }
          form = after;
        }
        const { error } = Definition.safeParse(toChange(form, newId));
        const chosenAnew = new Set<PropertyKey | undefined>(['otherwiseApiCallId', 'goToApiCallId']);
        const wrong = error?.issues.filter(({ path }) => !chosenAnew.has(path.at(-1)));
        expect(wrong ?? []).toEqual([]);
      }),
    );
  });

  it('a copy handles responses the same, and leaves the check where it is', () => {
    const form = chainOf();
    const [one, two] = form.apiCalls;
    if (!one || !two) throw new Error('no calls');
    expect(duplicateCall(typed(form), one as never)).toMatchObject({
      id: 'new:1',
      conditional: [],
      handling: [],
    });
    expect(duplicateCall(typed(form), two as never).handling).toMatchObject([
      { id: '', defaultAction: 'continue' },
    ]);
  });

  it('a copy has the note on the call, and a save keeps both', () => {
    const note = 'Counts in cents.';
    const form = openForm(makeChain([{ note }, {}]));
    const copy = duplicateCall(typed(form), form.apiCalls[0] as never);
    expect(copy).toMatchObject({ note });
    const saved = save(EditorForm.parse({ ...form, apiCalls: [...form.apiCalls, copy] }));
    expect(saved.apiCalls.map((call) => call.note)).toEqual([note, undefined, note]);
  });

  it('a variable that a check reads is in use', () => {
    expect(listLaterUses(typed(chainOf()), 0, ['a', 'b'])).toEqual([
      { callName: 'the condition after One', variable: 'a' },
    ]);
    expect(listLaterUses(typed(chainOf()), 1, ['a'])).toEqual([]);
  });
});

describe('steps in words', () => {
  const calls = ['One', 'Two', 'Three'].map((label, index) => ({ id: `c${index + 1}`, label }));
  const check = {
    enabled: 'on',
    executionTrigger: 'conditional',
    conditions: [
      { field: 'status', operator: 'equals', value: 'paid' },
      { field: 'note', operator: 'is_empty', value: 'left over' },
    ],
    nextApiCallId: 'c3',
  };
  const rules = [
    { statusCodes: '5xx', action: 'retry', retryConfig: { maxRetries: '2', retryDelay: '500' } },
    { statusCodes: '404', action: 'webhook' },
  ];

  it('say what a check and a handling do', () => {
    expect(describeConditional(check, calls, 1)).toBe(
      'If status equals paid and note is empty, continue with Three; otherwise skip Two',
    );
    expect(describeConditional({ ...check, match: 'any', otherwise: 'end' }, calls, 1)).toBe(
      'If status equals paid or note is empty, continue with Three; otherwise end the run',
    );
    expect(describeConditional({ ...check, otherwise: chooseCall('c3') }, calls, 0)).toMatch(
      /; otherwise continue with Three$/,
    );
    expect(describeConditional({ ...check, otherwise: 'go_to' }, calls, 0)).toMatch(
      /; otherwise continue with …$/,
    );
    expect(describeConditional({ ...check, enabled: undefined }, calls, 1)).toBe(
      'Switched off: always goes on',
    );
    expect(describeHandling({ defaultAction: 'stop_notify', statusCodeActions: rules })).toBe(
      '5xx: retry up to 2 times · 404: post webhook · otherwise stop & notify',
    );
    const last = { ...rules[0], afterRetries: chooseCall('c3') };
    expect(describeHandling({ defaultAction: 'continue', statusCodeActions: [last] }, calls)).toBe(
      '5xx: retry up to 2 times, then continue with Three · otherwise continue',
    );
    expect(listBranchBadges({ statusCodeActions: [last] }, undefined, calls, 1)).toMatchObject([
      { kind: 'retry' },
      { text: 'May jump to Three' },
    ]);
  });

  it('mark where an execution may leave the straight way', () => {
    const marks = listBranchBadges(
      { defaultAction: 'stop_notify', statusCodeActions: rules },
      check,
      calls,
      1,
    );
    expect(marks.map(({ text }) => text)).toEqual([
      'Retries up to 2 times',
      'Posts webhook',
      'May stop & notify',
      'May jump to Three',
      'May skip Two',
    ]);
    expect(listBranchBadges(undefined, { ...check, enabled: undefined }, calls, 1)).toEqual([]);
    expect(listBranchBadges(undefined, check, calls, 3)).toEqual([]);
    const listTexts = (more: object) =>
      listBranchBadges(undefined, { ...check, ...more }, calls, 0).map(({ text }) => text);
    expect(listTexts({ otherwise: 'end' })).toEqual(['May jump to Three', 'May end the run']);
    expect(listTexts({ otherwise: chooseCall('c2') })).toEqual(['May jump to Two', 'May jump to Three']);
    expect(listTexts({ otherwise: chooseCall('c3') })).toEqual(['May jump to Three']);
    expect(listTexts({ otherwise: chooseCall('c1') })).toEqual(['May jump to Three']);
  });

  it.each([
    [{ maxRetries: '3', retryDelay: '1000', backoffStrategy: 'linear' }, 'Waits 1 s, 2 s, 3 s'],
    [{ maxRetries: '3', retryDelay: '250', backoffStrategy: 'exponential' }, 'Waits 250 ms, 500 ms, 1 s'],
    [{ maxRetries: '', retryDelay: 'soon' }, 'Waits 1 s, 2 s, 3 s'],
  ])('%j: %s', (retry, words) => expect(describeWaits(retry)).toBe(words));
});
