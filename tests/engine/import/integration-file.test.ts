import { describe, expect, it } from 'vitest';
import { readFileOnto } from '~/engine/import/file-onto-stored';
import { readIntegrationFile, toIntegrationFile } from '~/engine/import/integration-file';
import { noLimits } from '~/engine/definition/execution-limits';
import { readImport } from '~/engine/import/read-import';
import { Definition } from '~/engine/integration';

const definition = Definition.parse({
  triggerConfig: {
    type: 'webhook',
    webhook: {
      secret: '',
      headers: { 'X-Source': 'shop' },
      variables: [{ name: 'order_id', jsonPath: '$.order.id', description: 'The order', required: true }],
    },
  },
  apiCalls: [
    {
      id: 'find',
      order: 1,
      name: 'Find',
      url: 'https://a.test/{{order_id}}?q=1',
      headers: { 'X-Api-Key': '{{key}}', Accept: '*/*', Authorization: 'Basic {{login}}' },
      secretHeaders: ['X-Api-Key'],
      responseMapping: { saveAs: 'found', extractFields: [{ jsonPath: '$.items[0].id', saveAs: 'item' }] },
      timeoutMs: 5000,
      followRedirects: true,
    },
    {
      id: 'save',
      order: 3,
      name: 'Save',
      method: 'POST',
      url: 'https://a.test',
      body: '{"a":\n "{{item}}"}',
      authConfig: { type: 'bearer', token: '{{token}}' },
    },
    { id: 'tell', order: 5, name: 'Tell', method: 'PATCH', url: 'https://b.test', body: 'x\r\ny' },
  ],
  conditionalExecutionSteps: [
    {
      id: 'check',
      order: 2,
      nextApiCallId: 'tell',
      conditionalExecution: {
        conditions: [
          { field: 'found.status', operator: 'equals', value: 'open' },
          { field: 'item', operator: 'greater_than', value: 3 },
          { field: 'found.note', operator: 'is_empty' },
        ],
      },
    },
    {
      id: 'ways',
      order: 0,
      match: 'any',
      otherwise: 'go_to',
      otherwiseApiCallId: 'tell',
      conditionalExecution: {
        conditions: [
          { field: 'order_id', operator: 'exists' },
          { field: 'trigger.ref', operator: 'equals', value: 'main' },
        ],
      },
    },
    {
      id: 'off',
      order: 4,
      conditionalExecution: {
        enabled: false,
        executionTrigger: 'always',
        condition: { field: 'item', operator: 'exists', value: null },
      },
    },
  ],
  responseHandlingSteps: [
    {
      id: 'answers',
      order: 1.5,
      nextApiCallId: 'find',
      responseHandling: {
        defaultAction: 'stop_notify',
        defaultNotificationEmail: 'ops@a.test',
        statusCodeActions: [
          {
            statusCodes: [429, '5xx', 'network'],
            action: 'retry',
            retryConfig: { maxRetries: 2, retryDelay: 700, backoffStrategy: 'exponential' },
          },
          { statusCodes: ['400-404'], action: 'webhook', webhookURL: 'https://hooks.test/a?b=1' },
          { statusCodes: [409], action: 'stop_notify', notificationEmail: 'me@a.test' },
          { statusCodes: [200], action: 'continue' },
        ],
      },
    },
  ],
  dataMapping: { a: { b: 1 } },
});

const triggers = [
  definition.triggerConfig,
  { type: 'manual' },
  { type: 'cron', cron: { cronExpression: '0 9 * * 1-5', timezone: 'Europe/Berlin' } },
];

function exportAndRead(written: Definition) {
  const file = JSON.stringify(toIntegrationFile({ name: 'Orders', description: 'All', definition: written }));
  const read = readIntegrationFile(JSON.parse(file));
  if (read.kind === 'unreadable') throw new Error(read.message);
  return { file, read };
}

describe('an exported integration', () => {
  it.each(triggers)('imports to the same definition with the trigger $type', (triggerConfig) => {
    const written = Definition.parse({ ...definition, triggerConfig });
    const { read } = exportAndRead(written);
    expect(read).toMatchObject({ name: 'Orders', description: 'All' });
    expect(read.definition).toEqual(written);
  });

  it('leaves out every credential, names each, and changes nothing else', () => {
    const [find, ...others] = definition.apiCalls;
    const authConfig = { type: 'bearer', token: 'hidden {{token}}' };
    const written = Definition.parse({
      ...definition,
      triggerConfig: {
        type: 'webhook',
        webhook: { secret: 'hidden-hook', headers: { 'X-Shop-Token': 'hidden-token', 'X-Source': 'shop' } },
      },
      apiCalls: [
        {
          ...find,
          headers: { ...find?.headers, 'X-Api-Key': 'hidden-key', Authorization: 'Basic hidden-login' },
        },
        ...others.map((call) => Object.assign({}, call, { authConfig })),
      ],
    });
    const { file, read } = exportAndRead(written);
    expect(file).not.toContain('hidden');
    expect(
      read.notes.map(({ call, message }) => [
        call,
        /X-Shop-Token|X-Api-Key|Authorization|bearer|secret/.exec(message)?.[0],
      ]),
    ).toEqual([
      [undefined, 'secret'],
      [undefined, 'X-Shop-Token'],
      ['Find', 'X-Api-Key'],
      ['Find', 'Authorization'],
      ['Save', 'bearer'],
      ['Tell', 'bearer'],
    ]);
    const { conditionalExecutionSteps, responseHandlingSteps } = read.definition;
    expect({ conditionalExecutionSteps, responseHandlingSteps }).toEqual({
      conditionalExecutionSteps: definition.conditionalExecutionSteps,
      responseHandlingSteps: definition.responseHandlingSteps,
    });
    expect(read.definition.apiCalls[0]).toEqual({
      ...find,
      headers: { ...find?.headers, 'X-Api-Key': '{{secret}}', Authorization: '{{secret}}' },
    });
  });

  it('says what stays behind when only its calls are taken', () => {
    const { file } = exportAndRead(definition);
    const { calls, notes } = readImport(file);
    expect(calls.map(({ label }) => label)).toEqual(['Find', 'Save', 'Tell']);
    expect(notes).toEqual([
      { message: expect.stringContaining('response handling and loops are not added') },
    ]);
  });
});

describe('a file', () => {
  const file = toIntegrationFile({ name: 'Orders', description: null, definition });

  it.each([
    [{ nodes: [], connections: {} }, /^This is an n8n workflow, which cannot be imported\. .*cURL/],
    [{ name: 'Orders', flow: [] }, /^This is a blueprint of Make, which cannot be imported\./],
    [
      { info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/' } },
      /^This is a Postman collection\./,
    ],
    [{ openapi: '3.1.0' }, /^This is an OpenAPI document\. .*editor/],
  ])('of another product says what it is: %o', (document, message) => {
    expect(readIntegrationFile(document)).toEqual({
      kind: 'unreadable',
      message: expect.stringMatching(message),
    });
  });

  it.each([
    { ...file, name: { length: { toString: 1 } } },
    { ...file, definition: { ...file.definition, apiCalls: { length: { toString: 1 } } } },
  ])('with a text whose length cannot be compared is unreadable, alone and over another', (document) => {
    const unreadable = { kind: 'unreadable', message: expect.stringContaining('cannot be read') };
    expect(readIntegrationFile(document)).toEqual(unreadable);
    expect(readFileOnto(document, definition)).toEqual(unreadable);
  });

  it('that is none says so', () => {
    expect(readIntegrationFile({ format: 'something else' })).toEqual({
      kind: 'unreadable',
      message: 'This is not an exported integration.',
    });
    expect(readIntegrationFile({ format: 'wicked-organization', version: 1 })).toEqual({
      kind: 'unreadable',
      message: expect.stringMatching(
        /^This file holds a list of integrations\. Import it with Import on the dashboard/,
      ),
    });
  });

  it.each([
    [{ version: 9 }, 'This file was exported by a newer version of this product.'],
    ...[
      [-1, '-1'],
      ['2', '"2"'],
      [1.5, '1.5'],
      [null, 'null'],
      [undefined, 'missing'],
    ].map(([version, written]): [object, string] => [
      { version },
      `This file cannot be read: its version is ${written}, and this release reads the numbers 1 to 8 (version).`,
    ]),
    [{ name: 7 }, expect.stringMatching(/^This file cannot be read: .+ \(name\)\.$/)],
    [
      { definition: { ...file.definition, apiCalls: [{ method: 'GET' }] } },
      expect.stringMatching(/apiCalls\.0/),
    ],
    [
      { limits: { ...noLimits, executionsAtOnce: 1001 } },
      'This file cannot be read: Enter a whole number from 1 to 1000 (limits.executionsAtOnce).',
    ],
    [
      { limits: { retentionDays: '7' } },
      'This file cannot be read: Enter a whole number from 1 to 3650 (limits.retentionDays).',
    ],
  ])('that cannot be read says why: %o', (changed, message) => {
    const broken = JSON.stringify({ ...file, ...changed });
    expect(readIntegrationFile(JSON.parse(broken))).toEqual({ kind: 'unreadable', message });
    expect(readImport(broken)).toMatchObject({ calls: [], notes: [{ message }] });
  });

  it('of an earlier release means what it meant', () => {
    const [check] = file.definition.conditionalExecutionSteps;
    const { match: _match, otherwise: _otherwise, otherwiseApiCallId: _target, ...written } = check ?? {};
    const old = {
      ...file,
      version: 1,
      definition: { ...file.definition, conditionalExecutionSteps: [written] },
    };
    const read = readIntegrationFile(JSON.parse(JSON.stringify(old)));
    if (read.kind === 'unreadable') throw new Error(read.message);
    expect(read.definition.conditionalExecutionSteps).toEqual([
      { ...written, match: 'all', otherwise: 'skip_next' },
    ]);
  });

  it('takes the limits and the pause rule along, and says which', () => {
    const limits = { ...noLimits, pauseAfterErrors: 5, executionsAtOnce: 2, retentionDays: 7 };
    const plain = Definition.parse({ triggerConfig: { type: 'manual' } });
    const written = toIntegrationFile({ name: 'Orders', description: null, definition: plain, limits });
    expect(written).toMatchObject({ version: 8, limits });
    expect(readIntegrationFile(JSON.parse(JSON.stringify(written)))).toMatchObject({
      limits,
      notes: [
        {
          message: 'Its limits come with it: Errors in a row: 5, Executions at once: 2, Days kept: 7.',
        },
      ],
    });
  });

  it('takes along what is noted, computed, remembered, waited for and passed on as files, in a format that former releases refuse', () => {
    const [first, ...others] = definition.apiCalls;
    const computed = [{ saveAs: 'gross', template: '{{trigger.net | times: 1.19}}' }];
    const call = {
      ...first,
      note: 'Counts in cents.\nDo not retry.',
      wait: { kind: 'until', at: '{{trigger.due}}' },
      bodyType: 'file',
      body: '{{trigger.file}}',
      responseMapping: {
        ...first?.responseMapping,
        saveFileAs: 'invoice',
        computed: [{ saveAs: 'label', template: 'No. {{item}}' }],
      },
      remember: [{ name: 'last', value: 'item' }],
    };
    const rule = { statusCodes: [500], action: 'retry', goToApiCallId: 'tell' };
    const responseHandling = { defaultAction: 'continue', statusCodeActions: [rule] };
    const written = Definition.parse({
      ...definition,
      apiCalls: [call, ...others],
      responseHandlingSteps: [{ id: 'answers', order: 1.5, nextApiCallId: 'find', responseHandling }],
      runSettings: { computed },
    });
    const { file: exported, read } = exportAndRead(written);
    expect(JSON.parse(exported)).toMatchObject({ version: 8 });
    expect(read.definition.apiCalls[0]).toEqual(written.apiCalls[0]);
    expect(read.definition.responseHandlingSteps).toEqual(written.responseHandlingSteps);
    expect(read.definition.runSettings).toEqual(written.runSettings);
    expect(readImport(exported).notes).toContainEqual({
      message:
        'What is computed for each run is not added with calls: {{gross}}. Import the file as an integration to keep it.',
    });
  });

  it('takes along what is run for each item of a list', () => {
    const [call] = definition.apiCalls;
    const loop = { id: 'l1', order: (call?.order ?? 1) - 0.5, throughCallId: call?.id };
    const loopSteps = [{ ...loop, items: 'trigger.orders', itemName: 'entry' }];
    const written = Definition.parse({ ...definition, loopSteps });
    expect(exportAndRead(written).read.definition.loopSteps).toEqual(written.loopSteps);
  });

  it('takes along how long a run may take', () => {
    const written = Definition.parse({ ...definition, runSettings: { maxMinutes: 60 } });
    expect(exportAndRead(written).read.definition.runSettings).toEqual({ maxMinutes: 60 });
  });

  it.each([1, 2, 3, 4, 5])('of format %i has no limits', (version) => {
    const { limits: _limits, ...old } = file;
    expect(readIntegrationFile(JSON.parse(JSON.stringify({ ...old, version })))).toMatchObject({
      kind: 'integration',
      limits: noLimits,
    });
  });

  it('with fields that there are not says which were left out', () => {
    const plain = Definition.parse({ apiCalls: [{ id: 'a', order: 1, url: 'https://a.test' }] });
    const written = toIntegrationFile({ name: 'Orders', description: null, definition: plain });
    const [call] = written.definition.apiCalls;
    const edited = {
      ...written,
      colour: 'red',
      definition: { ...written.definition, apiCalls: [{ ...call, remembr: [] }] },
    };
    const notes = [
      'definition.apiCalls.0.remembr was left out. There is no such field; the nearest is remember.',
      expect.stringMatching(/^colour was left out\. There is no such field; the fields here are format, /),
    ].map((message) => ({ message }));
    expect(readIntegrationFile(edited)).toMatchObject({ kind: 'integration', notes });
    expect(readImport(JSON.stringify(edited)).notes).toEqual(notes);
  });

  it('that names some limits has no others', () => {
    const some = { ...file, limits: { executionsPerHour: 60 } };
    expect(readIntegrationFile(JSON.parse(JSON.stringify(some)))).toMatchObject({
      limits: { ...noLimits, executionsPerHour: 60 },
    });
  });

  it('of an integration that waited for another one asks for a trigger', () => {
    const triggerConfig = { type: 'event', event: { integrationId: 'the-other', on: 'error' } };
    const { file: written, read } = exportAndRead(Definition.parse({ ...definition, triggerConfig }));
    expect(written).not.toContain('the-other');
    expect(read.definition.triggerConfig).toEqual({ type: 'manual' });
    expect(read.notes).toEqual([
      { message: 'The integration whose end started this one is not part of the file. Choose a trigger.' },
    ]);
  });

  it.each([{}, { tag: 'billing' }])('of one that waits for any other %j needs no name', (tagged) => {
    const triggerConfig = { type: 'event', event: { integrationId: 'any', ...tagged, on: 'error' } };
    const { read } = exportAndRead(Definition.parse({ ...definition, triggerConfig }));
    expect([read.definition.triggerConfig, read.startedBy, read.notes]).toEqual([
      triggerConfig,
      undefined,
      [],
    ]);
  });

  it('names the integration whose end starts it', () => {
    const triggerConfig = { type: 'event', event: { integrationId: 'the-other', on: 'error' } };
    const chain = Definition.parse({ ...definition, triggerConfig });
    const named = toIntegrationFile({
      name: 'Orders',
      description: null,
      definition: chain,
      startedBy: 'Shop',
    });
    expect(readIntegrationFile(JSON.parse(JSON.stringify(named)))).toMatchObject({
      definition: { triggerConfig: { type: 'manual' } },
      startedBy: { name: 'Shop', on: 'error' },
      notes: [{ message: expect.stringContaining('The end of “Shop” starts it.') }],
    });
  });

  it('of a plain chain is taken without a word, and a call without a name is called by what it does', () => {
    const apiCalls = [{ id: 'a', order: 1, name: '', method: 'PUT', url: 'https://a.test' }];
    const { file: written, read } = exportAndRead(
      Definition.parse({ triggerConfig: { type: 'manual' }, apiCalls }),
    );
    expect(read.notes).toEqual([]);
    expect(readImport(written)).toMatchObject({ calls: [{ label: 'PUT https://a.test' }], notes: [] });
    const { description: _none, ...without } = JSON.parse(written);
    expect(readIntegrationFile(without)).toMatchObject({ description: '' });
  });
});

describe('credentials in URLs', () => {
  const [first, ...others] = definition.apiCalls;
  const url = 'https://ada:hidden-1@a.test/x?api_key=hidden-2&q=1&sig={{sig}}#top';
  const written = Definition.parse({
    ...definition,
    apiCalls: [{ ...first, url }, ...others],
    responseHandlingSteps: [
      {
        id: 'answers',
        nextApiCallId: 'find',
        responseHandling: {
          statusCodeActions: [
            { statusCodes: [500], action: 'webhook', webhookURL: 'https://hooks.test/?token=hidden-3&b=1' },
          ],
        },
      },
    ],
  });

  it('stay behind, and each is named when the file is read', () => {
    const { file, read } = exportAndRead(written);
    expect(file).not.toContain('hidden');
    expect(read.definition.apiCalls[0]?.url).toBe('https://a.test/x?api_key={{secret}}&q=1&sig={{sig}}#top');
    expect(JSON.stringify(read.definition)).toContain('https://hooks.test/?token=&b=1');
    expect(read.notes.map(({ message }) => message)).toEqual([
      'The webhook has no secret yet: generate one, or anyone can send.',
      'The value of api_key in the URL is not part of the file: enter it in place of {{secret}}.',
      'The value of token in the webhook URL of a response rule is not part of the file.',
    ]);
  });
});

it('a file with a token for a host that a variable names is read without the token', () => {
  const call = {
    id: 'a',
    order: 1,
    name: 'Go',
    url: 'https://{{h}}/',
    headers: { 'X-Api-Key': '{{k}}', A: 'b' },
  };
  const apiCalls = [{ ...call, authConfig: { type: 'bearer', token: '{{t}}' } }];
  const { read } = exportAndRead(Definition.parse({ triggerConfig: { type: 'manual' }, apiCalls }));
  expect(read.definition.apiCalls[0]).toMatchObject({ headers: { A: 'b' }, authConfig: { type: 'none' } });
  expect(read.notes).toMatchObject([
    { call: 'Go', message: expect.stringContaining('The bearer token was left out') },
    { call: 'Go', message: expect.stringContaining('The header X-Api-Key was left out') },
  ]);
});
