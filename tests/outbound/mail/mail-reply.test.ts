import { expect, test } from 'vitest';
import { toResponse } from '~/outbound/mail/mail-reply';

test('the reply of a mail server is the text of the status in one line, without control characters', () => {
  const reply = '550-\u001b[2JNo such\r\n550 \u202euser\u0007';
  const { status, statusText, body } = toResponse(
    { code: 550, reply, messageId: 'a', accepted: [], rejected: [] },
    5,
  );
  expect([status, statusText]).toEqual([422, '550- [2JNo such 550 user']);
  expect(JSON.parse(body)).toMatchObject({ reply });
});
