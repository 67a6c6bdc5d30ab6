import { expect, it } from 'vitest';
import { readCommand } from '~/routes/integration.$integrationId._index/chain/call/read-command';

const command = `curl -X POST 'https://api.example.com/orders/{{order_id}}' \\
  -H 'Authorization: Bearer sk_live_1' -H 'X-Note: a' --max-time 10 -L \\
  -d '{"order": 7}' -H 'Content-Type: application/json'`;

it('fills in what the command sends, and keeps the name and what becomes of the response', () => {
  const current = {
    id: 'kept',
    name: 'Charge',
    url: 'https://old.example.com/',
    headers: [{ name: 'X-Old', value: '1', secret: undefined }],
    responseMapping: { saveAs: '', extractFields: [{ jsonPath: '.id', saveAs: 'charge_id' }] },
  };
  const { fields } = readCommand(command, current as never);
  expect(fields).toMatchObject({
    id: 'kept',
    name: 'Charge',
    method: 'POST',
    url: 'https://api.example.com/orders/{{order_id}}',
    headers: [
      { name: 'X-Note', value: 'a', secret: undefined },
      { name: 'Content-Type', value: 'application/json', secret: undefined },
    ],
    authConfig: { type: 'bearer', token: 'sk_live_1' },
    body: '{"order": 7}',
    timeoutSeconds: '10',
    followRedirects: 'on',
    responseMapping: { extractFields: [{ jsonPath: '.id', saveAs: 'charge_id' }] },
  });
});

it('names a call that has no name yet', () => {
  const { fields } = readCommand('curl https://api.example.com/orders', undefined);
  expect(fields).toMatchObject({ method: 'GET', name: expect.stringMatching(/orders/) });
});

it('takes the first of several commands, and says so', () => {
  const { fields, notes } = readCommand('curl https://a.example/\ncurl https://b.example/', undefined);
  expect(fields).toMatchObject({ url: 'https://a.example/' });
  expect(notes.at(-1)).toBe('Only the first command was used. To add several calls, use Import.');
});

it('says why a text is no call', () => {
  const { fields, notes } = readCommand('curl --help', undefined);
  expect(fields).toBeUndefined();
  expect(notes).not.toEqual([]);
});
