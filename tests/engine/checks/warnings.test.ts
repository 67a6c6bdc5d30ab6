import { describe, expect, test } from 'vitest';
import { Definition } from '~/engine/integration';
import { listWarnings } from '~/engine/checks/warnings';
import { makeChain, makeCheck, makeHandling } from '../run/run-steps';

const unknown = (placeholder: string, place: string) =>
  `Read: ${placeholder} in ${place} is not known there, so it would not be sent.`;

function rule(webhookURL: string) {
  return { statusCodes: [500], action: 'webhook', webhookURL };
}

function warn(call: object, handlings: object[] = []): string[] {
  return listWarnings(makeChain([{ name: 'Read', ...call }], { handlings }));
}

describe('a placeholder that has no value', () => {
  test.each([
    [{ url: 'https://a.example/{{my-var}}' }, unknown('{{my-var}}', 'the URL')],
    [{ url: '{{base}}/x' }, unknown('{{base}}', 'the URL')],
    [{ headers: { 'X-A': '{{ a b }}' } }, unknown('{{ a b }}', 'the header X-A')],
    [{ body: `{"a": "{{#if x\n}}"}`, method: 'POST' }, unknown('{{#if x }}', 'the body')],
    [{ authConfig: { type: 'bearer', token: '{{tokn}}' } }, unknown('{{tokn}}', 'the authentication')],
    [{ authConfig: { type: 'bearer', token: 'a{{b-c}}' } }, unknown('a placeholder', 'the authentication')],
    [{ headers: { 'X-Api-Key': 'a{{b-c}}' } }, unknown('a placeholder', 'the header X-Api-Key')],
    // What a call saves is there for the calls behind it.
    [
      { url: 'https://a.example/{{all.id}}', responseMapping: { saveAs: 'all' } },
      unknown('{{all.id}}', 'the URL'),
    ],
  ])('is warned of: %j', (call, warning) => expect(warn(call)).toEqual([warning]));

  test('is warned of once for each place', () => {
    expect(warn({ url: 'https://a.example/{{a}}/{{a}}', headers: { 'X-A': '{{a}}' } })).toHaveLength(2);
  });

  test('is warned of in a rule, which knows what its call saves', () => {
    const rules = [
      rule('https://hook.example/{{all.id}}/{{nobody}}'),
      { ...rule('https://hook.example/{{other}}'), statusCodes: [501], action: 'continue' },
    ];
    expect(warn({ responseMapping: { saveAs: 'all' } }, [makeHandling('c1', rules)])).toEqual([
      unknown('{{nobody}}', 'the webhook URL of a rule'),
    ]);
  });
});

test('what has a value, or is text, is not warned of', () => {
  const definition: Definition = {
    ...makeChain([
      { url: 'https://a.example/{{n}}', responseMapping: { saveAs: 'all' } },
      { url: '{{all.next}}', headers: { 'X-A': '{{trigger.a}}' }, body: "{{'{{'}}x}}" },
    ]),
    triggerConfig: {
      type: 'webhook',
      webhook: {
        secret: '',
        headers: {},
        variables: [{ name: 'n', jsonPath: '$.n', description: '', required: true }],
      },
    },
  };
  expect(listWarnings(definition)).toEqual([]);
});

const check = (field: string) => makeCheck(1, { field, operator: 'exists' });

describe('a condition on a field that nothing brings', () => {
  const webhook = {
    onlyRunIf: ['type', 'trigger.type', 'n', 'memory.n'].map((field) => ({ field, operator: 'exists' })),
    variables: [{ name: 'n', jsonPath: '$.n' }],
  };

  test('is warned of, in a webhook with where the payload is', () => {
    const chain = makeChain([{}, { responseMapping: { saveAs: 'late' } }], { checks: [check('late.id')] });
    const triggerConfig = { type: 'webhook', webhook };
    const missing = 'is not known there, so it counts as missing.';
    expect(listWarnings(Definition.parse({ ...chain, triggerConfig }))).toEqual([
      `Only run if: type ${missing} To read the payload, write trigger.type.`,
      `Only run if: memory ${missing} To read the payload, write trigger.memory.`,
      `Condition: late ${missing} To read the payload, write trigger.late.`,
    ]);
    expect(listWarnings(chain)).toEqual([`Condition: late ${missing}`]);
  });

  test.each(['all.id', 'trigger.id', 'run.id', 'memory.n | default: 1'])(
    'is not, where something brings it: %s',
    (field) => {
      const calls = [{ responseMapping: { saveAs: 'all' }, remember: [{ name: 'n', value: 'all' }] }, {}];
      expect(listWarnings(makeChain(calls, { checks: [check(field)] }))).toEqual([]);
    },
  );
});

test.each([
  'http://localhost:3000/',
  'http://10.1.2.3/{{trigger.id}}',
  'http://192.168.0.1:{{trigger.port}}/',
])('a call to %s is warned of, and a rule that posts there', (url) => {
  const why =
    'leads to a local or private address, which may not be accessible from production environments.';
  expect(warn({ url }, [makeHandling('c1', [rule(url)])])).toEqual([
    `Read: the URL ${why}`,
    `Read: the webhook URL of a rule ${why}`,
  ]);
});

test.each([
  [
    'https://api.example.com/items',
    'leads to a host that exists for examples only. Write the address of your API.',
  ],
  ['https://hooks.slack.com/services/', 'is not complete. Write the whole address.'],
  [
    'https://a.test/users?since={{trigger.day}}T00:00:00+02:00',
    'has a + in its query, which most servers read as a space. Write %2B.',
  ],
])('a call to %s is warned of, and a rule that posts there', (url, why) => {
  expect(warn({ url }, [makeHandling('c1', [rule(url)])])).toEqual([
    `Read: the URL ${why}`,
    `Read: the webhook URL of a rule ${why}`,
  ]);
});

test('a response for a late result that names what calls save is warned of, as it is sent before', () => {
  const respond = { mode: 'result', body: '{{all}}', late: { body: '{{trigger.id}} {{all}}' } };
  const chain = makeChain([{ responseMapping: { saveAs: 'all' } }]);
  const triggerConfig = { type: 'webhook', webhook: { respond } };
  expect(listWarnings(Definition.parse({ ...chain, triggerConfig }))).toEqual([
    '{{all}} in the response when the result is late is not known there, so it would not be given.',
  ]);
});

test('calls to local addresses are named in one sentence', () => {
  const calls = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, url: 'http://10.1.2.3/' }));
  expect(listWarnings(makeChain(calls))).toEqual([
    'A, B, C and 2 more: the URL leads to a local or private address, which may not be accessible from production environments.',
  ]);
});

describe('values of the organization', () => {
  const values = [
    { name: 'shop', isSecret: false },
    { name: 'token', isSecret: true },
  ];
  const warnWith = (call: object, more = {}) =>
    listWarnings(makeChain([{ name: 'Read', ...call }], more), values);

  test('are known, but for those that the organization does not have', () => {
    expect(warnWith({ url: '{{org.shop}}/a?k={{org.token}}' })).toEqual([]);
    expect(warnWith({ url: 'https://a.example/{{org.gone}}' })).toEqual([
      'Read: {{org.gone}} in the URL would not be sent: the organization has no value gone. Add it in its settings, under Values.',
    ]);
  });

  test('that are secret are warned of where they may not stand', () => {
    expect(warnWith({ url: 'https://a.example/{{org.token}}/x' })).toEqual([
      'Read: {{org.token}} is a secret, which may not stand in the host or path, so it would not be sent.',
    ]);
    const handlings = [makeHandling('c1', [rule('https://hook.example/?k={{org.token}}')])];
    expect(warnWith({}, { handlings })).toEqual([
      'Read: {{org.token}} is a secret, which may not stand in the webhook URL of a rule, so it would not be sent.',
    ]);
    const [token, gone, shop] = ['org.token', 'org.gone', 'org.shop'].map((field) => ({
      field,
      operator: 'exists',
    }));
    const step = { conditionalExecution: { condition: token, conditions: [gone, shop] } };
    const checks = [makeCheck(1, {}, step)];
    expect(warnWith({}, { checks })).toEqual([
      'Condition: org.token is a secret, which conditions cannot read, so it counts as missing.',
      'Condition: org.gone counts as missing: the organization has no value gone. Add it in its settings, under Values.',
    ]);
  });

  test('are not meant where a variable is called org', () => {
    const mapping = { responseMapping: { saveAs: 'org' } };
    const checks = [makeCheck(1, { field: 'org.token', operator: 'exists' })];
    expect(listWarnings(makeChain([mapping, { body: '{{org.token}}' }], { checks }), values)).toEqual([]);
  });
});

const refused = (method: string) =>
  `Deliveries by ${method} are refused: this sender’s signature does not cover the query, which is their payload.`;

describe('a method whose deliveries nobody can prove', () => {
  test.each([
    [
      { verify: { scheme: 'slack' }, methods: ['POST', 'GET', 'DELETE'] },
      [refused('GET'), refused('DELETE')],
    ],
    [{ verify: { scheme: 'hmac', header: 'X-Sig' }, methods: ['GET'] }, [refused('GET')]],
    [{ verify: { scheme: 'hmac', header: 'X-Sig', signed: '{url}{body}' }, methods: ['GET'] }, []],
    [{ verify: { scheme: 'twilio' }, methods: ['GET'] }, []],
    [{ verify: { scheme: 'slack' }, methods: ['PUT'] }, []],
    [{ verify: { scheme: 'slack' } }, []],
    [{ methods: ['GET'] }, []],
  ])('is warned of: %j', (webhook, expected) => {
    const triggerConfig = { type: 'webhook', webhook };
    expect(listWarnings(Definition.parse({ triggerConfig }))).toEqual(expected);
  });
});

describe('a for each', () => {
  const each = { id: 'l1', order: 0.5, throughCallId: 'c1', items: 'trigger.orders', itemName: 'order' };
  const warnOf = (loop: object, calls: object[]) =>
    listWarnings(
      Definition.parse({
        ...makeChain(calls as Record<string, unknown>[]),
        loopSteps: [{ ...each, ...loop }],
      }),
    );
  const read = { body: '{{order.id}} {{loop.index}} {{loop.count}}', responseMapping: { saveAs: 'answer' } };

  test('has names that are known inside, and lists that are known behind it', () => {
    const collect = [{ from: 'answer.id', saveAs: 'ids' }];
    expect(warnOf({ collect }, [read, { body: '{{ids[0]}}' }])).toEqual([]);
    expect(warnOf({}, [read, { body: '{{order}} {{loop.index}} {{answer}}' }])).toEqual([
      'API Call 2: {{order}} in the body is not known there, so it would not be sent.',
      'API Call 2: {{loop.index}} in the body is not known there, so it would not be sent.',
      'API Call 2: {{answer}} in the body is not known there, so it would not be sent.',
    ]);
  });

  test('is warned of when its list, or what it collects, is not known', () => {
    const collect = [{ from: 'other', saveAs: 'others' }];
    expect(warnOf({ items: 'orders', collect }, [read])).toEqual([
      'For each order: {{orders}} is not known there.',
      'For each order: {{other}} is not known there.',
    ]);
  });
});
