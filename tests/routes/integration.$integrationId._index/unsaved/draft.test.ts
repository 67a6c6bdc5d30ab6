import { parseWithZod } from '@conform-to/zod/v4';
import { expect, it } from 'vitest';
import {
  restoreDraft,
  createDraft,
  readDraft,
} from '~/routes/integration.$integrationId._index/unsaved/draft';
import { EditorForm } from '~/routes/integration.$integrationId._index/form/editor-form';
import { draftKey } from '~/routes/integration.$integrationId._index/unsaved/discard-draft';

const stored = {
  version: '3',
  triggerConfig: { type: 'webhook', webhook: { secret: '••••hook', headers: [], variables: [] } },
  apiCalls: [
    {
      id: 'a',
      name: 'First',
      url: 'https://api.example.com',
      authConfig: { type: 'bearer', token: '••••oken' },
      headers: [{ name: 'X-Hidden', value: '••••dden', secret: true }],
    },
  ],
};
const typed = {
  ...stored,
  triggerConfig: { type: 'webhook', webhook: { secret: 'clear-hook', headers: [], variables: [] } },
  apiCalls: [
    { id: '', name: 'New', authConfig: { type: 'bearer', token: 'clear-token' }, headers: [] },
    {
      ...stored.apiCalls[0],
      name: 'Renamed',
      headers: [
        { name: 'X-Hidden', value: 'clear-header', secret: 'on' },
        { name: 'Authorization', value: 'Bearer clear-credentials' },
        { name: 'Accept', value: 'text/plain' },
      ],
    },
  ],
};

it('keeps what was typed, but no secret and no end of one', () => {
  const text = JSON.stringify(createDraft(typed, 3, 1_000));
  expect(text).not.toMatch(/clear|••••/);
  expect(readDraft(text)).toMatchObject({
    version: 3,
    savedAt: 1_000,
    values: { apiCalls: [{ name: 'New' }, { name: 'Renamed', url: 'https://api.example.com' }] },
    retype: [
      'Webhook Secret',
      'Call “New”: Token',
      'Call “Renamed”: Header X-Hidden',
      'Call “Renamed”: Header Authorization',
    ],
  });
});

it('keeps the settings of an endpoint that an earlier version kept as `door`', () => {
  const former = { triggerConfig: { webhook: { secret: '', door: { scheme: 'hmac' } } } };
  expect(readDraft(JSON.stringify(createDraft(former, 3, 1_000)))?.values).toEqual({
    triggerConfig: { webhook: { secret: '', endpoint: { scheme: 'hmac' } } },
  });
  const form = new FormData();
  form.set('triggerConfig.type', 'webhook');
  form.set('triggerConfig.webhook.door.scheme', 'hmac');
  const read = parseWithZod(form, { schema: EditorForm });
  expect(read.status === 'success' && read.value.triggerConfig.webhook.endpoint.scheme).toBe('hmac');
});

it('comes back with the secrets that are stored, wherever their call stands now', () => {
  const values = restoreDraft(createDraft(typed, 3, 1_000), stored, 3);
  expect(values).toMatchObject({
    version: '3',
    triggerConfig: { webhook: { secret: '••••hook' } },
    apiCalls: [
      { name: 'New', authConfig: { token: '' } },
      {
        name: 'Renamed',
        authConfig: { token: '••••oken' },
        headers: [{ value: '••••dden' }, { value: '' }, { value: 'text/plain' }],
      },
    ],
  });
});

it('goes on from the newer version, once that was compared', () => {
  expect(restoreDraft(createDraft(typed, 3, 0), stored, 5).version).toBe('5');
});

it('is of one person and one integration', () => {
  expect(draftKey('ada', 'x')).not.toBe(draftKey('grace', 'x'));
  expect(draftKey('ada', 'x')).not.toBe(draftKey('ada', 'y'));
});

it('passes over what is no draft', () => {
  for (const text of [
    null,
    '',
    'no JSON',
    '7',
    '{}',
    '{"version":1,"savedAt":"x","values":{},"retype":[]}',
  ]) {
    expect(readDraft(text)).toBeUndefined();
  }
});
