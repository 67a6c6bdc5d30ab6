// The editor's buttons, as a browser without script sends them.
import { expect, it } from 'vitest';
import { applyIntent } from '~/routes/integration.$integrationId._index/editor/form-intents';

const fields = {
  version: '1',
  'triggerConfig.type': 'manual',
  'apiCalls[0].name': 'First',
  'apiCalls[0].method': 'POST',
  'apiCalls[0].url': 'https://api.example.com/',
  'apiCalls[0].body': '{"a":1}',
  'apiCalls[0].followRedirects': 'on',
  'apiCalls[0].responseMapping.saveAs': '',
  'apiCalls[0].responseMapping.extractFields[0].jsonPath': '$.id',
  'apiCalls[0].responseMapping.extractFields[0].saveAs': 'issue',
  'apiCalls[1].name': 'Second',
  'apiCalls[1].method': 'GET',
  'apiCalls[1].url': 'https://api.example.com/{{issue}}',
  'apiCalls[1].headers[0].name': 'X-Key',
  'apiCalls[1].headers[0].value': '',
};

function press(changes: Record<string, string>) {
  const formData = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...changes })) formData.append(name, value);
  const { formData: answered, ...told } = applyIntent(formData);
  const intent = answered.get('__intent__');
  return { intent: typeof intent === 'string' ? JSON.parse(intent) : undefined, answered, ...told };
}

function conform(type: string, payload: object) {
  return { __intent__: JSON.stringify({ type, payload }) };
}

it('leaves a save as it is', () => {
  const { intent, answered } = press({ intent: 'save' });
  expect([intent, answered.get('intent')]).toEqual([undefined, 'save']);
});

it('copies a call below itself, with an id and variables of its own', () => {
  const { intent } = press({ intent: 'duplicate:0', 'apiCalls[0].id': 'stored' });
  expect(intent).toMatchObject({ type: 'insert', payload: { name: 'apiCalls', index: 1 } });
  const { defaultValue } = intent.payload;
  expect(defaultValue).toMatchObject({ method: 'POST', body: '{"a":1}', followRedirects: 'on' });
  expect(defaultValue.id).toBe('new:1');
  expect(defaultValue.responseMapping.extractFields[0].saveAs).not.toBe('issue');
});

it('lays a body out, and leaves one that is no JSON alone', () => {
  const laidOut = press({ intent: 'beautify:0' });
  expect(laidOut.intent).toEqual({
    type: 'update',
    payload: { name: 'apiCalls[0].body', value: '{\n  "a": 1\n}' },
  });
  expect(laidOut.notice).toMatchObject({ callIndex: 0, tone: 'good' });
  const refused = press({ intent: 'beautify:0', 'apiCalls[0].body': '{"a":' });
  expect(refused.intent?.type).toBe('validate');
  expect(refused.notice).toMatchObject({ tone: 'bad', title: 'Invalid JSON Format' });
});

it('asks before it removes what a later call uses, and removes it when confirmed', () => {
  const asked = press(conform('remove', { name: 'apiCalls', index: 0 }));
  expect(asked.intent?.type).toBe('validate');
  expect(asked.inUse?.uses).toEqual([{ callName: 'Second', variable: 'issue' }]);
  const mapping = { name: 'apiCalls[0].responseMapping.extractFields', index: 0 };
  expect(press(conform('remove', mapping)).inUse).toMatchObject(mapping);
  expect(press({ intent: 'remove-anyway:apiCalls:0' }).intent).toEqual({
    type: 'remove',
    payload: { name: 'apiCalls', index: 0 },
  });
});

it('asks before it removes a for each whose item or lists are used by others than itself', () => {
  const loop = {
    'apiCalls[1].loop[0].items': '{{issue}}',
    'apiCalls[1].loop[0].itemName': 'label',
    'apiCalls[1].loop[0].collect[0].from': '{{label.id}}',
    'apiCalls[1].loop[0].collect[0].saveAs': 'ids',
    ...conform('remove', { name: 'apiCalls[1].loop', index: 0 }),
  };
  expect(press(loop).intent?.type).toBe('remove');
  const asked = press({
    ...loop,
    'apiCalls[1].url': 'https://api.example.com/{{label.id}}',
    'apiCalls[2].name': 'Report',
    'apiCalls[2].method': 'GET',
    'apiCalls[2].url': 'https://api.example.com/{{ids}}',
  });
  expect(asked.intent?.type).toBe('validate');
  expect(asked.inUse?.uses).toEqual([
    { callName: 'Second', variable: 'label' },
    { callName: 'Report', variable: 'ids' },
  ]);
});

it('removes what nothing uses at once', () => {
  const { intent, inUse } = press(conform('remove', { name: 'apiCalls', index: 1 }));
  expect([intent?.type, inUse]).toEqual(['remove', undefined]);
});

it('adds no header below one that is half filled in', () => {
  const list = 'apiCalls[1].headers';
  const refused = press(conform('insert', { name: list }));
  expect(refused.intent?.type).toBe('validate');
  expect(Object.keys(refused.error ?? {})).toEqual([`${list}[0].value`]);
  expect(press({ ...conform('insert', { name: list }), [`${list}[0].value`]: 'v' }).intent?.type).toBe(
    'insert',
  );
});

it('takes places that are not there for nothing', () => {
  for (const intent of ['duplicate:9', 'beautify:9', 'duplicate:x']) {
    expect(['validate', 'update']).toContain(press({ intent }).intent?.type);
  }
});

it('brings back what a button removed, by the button of the notice', () => {
  const removed = press(conform('remove', { name: 'apiCalls[1].headers', index: 0 }));
  expect(removed.chainNotice).toMatchObject({ tone: 'good', title: 'Deleted header X-Key' });
  const { intent } = press({
    intent: `undo:${removed.chainNotice?.undo}`,
    'apiCalls[1].headers[0].name': '',
  });
  expect(intent).toMatchObject({ type: 'insert', payload: { index: 0, defaultValue: { name: 'X-Key' } } });
  expect(intent.payload.name).toBe('apiCalls[1].headers');
});

it('says why something does not come back, and leaves the form alone when the button was tampered with', () => {
  const id = { 'apiCalls[1].id': 'second' };
  const removed = press({ ...id, ...conform('remove', { name: 'apiCalls[1].headers', index: 0 }) });
  const gone = press({ intent: `undo:${removed.chainNotice?.undo}` });
  expect(gone.intent?.type).toBe('validate');
  expect(gone.chainNotice).toMatchObject({ tone: 'warn', title: 'This cannot be brought back' });
  for (const text of ['{', 'null', '[]', '{"list":1}']) {
    expect(press({ intent: `undo:${text}` }).intent?.type).toBe('validate');
  }
});
