// A proof in the fields of a body says nothing of what the same bytes unpack to.
import { createHmac } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { makeDelivery } from '../../support/delivery';
import { seedIntegration, webhookTrigger } from '../../support/seed';

const secret = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
const form = { 'content-type': 'application/x-www-form-urlencoded; charset=iso-8859-1' };

/** A notification that Adyen signed. Its signature covers these fields alone. */
function makeNotification(): string {
  const signed = ['8515131751004933', '', 'Shop', 'INV:42', '1130', 'EUR', 'CAPTURE', 'false'];
  const hmacSignature = createHmac('sha256', Buffer.from(secret, 'hex'))
    .update(signed.join(':'))
    .digest('base64');
  const item = {
    pspReference: '8515131751004933',
    merchantAccountCode: 'Shop',
    merchantReference: 'INV:42',
    amount: { value: 1130, currency: 'EUR' },
    eventCode: 'CAPTURE',
    success: 'false',
    additionalData: { hmacSignature },
  };
  return JSON.stringify({ notificationItems: [{ NotificationRequestItem: item }] });
}

/**
 * Puts a member before the others whose name is a stored block of DEFLATE (RFC 1951 §3.2.4) behind a block of fixed codes: what
 * stands before `text` ends that one, and gives the length of the other and its complement.
 */
function hideStream(json: string, text: string): Buffer {
  const head = Buffer.concat([Buffer.from('\n{"pa* '), Buffer.from([0x80, 0x20, 0x7f, 0xdf])]);
  return Buffer.concat([head, Buffer.from(text.padEnd(0x2080, '&')), Buffer.from(`":1,${json.slice(1)}`)]);
}

async function deliver(webhook: object, body: string | Buffer, headers: Record<string, string>) {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const id = await seedIntegration(
    { context, userId: user.id, organizationId },
    {
      triggerConfig: webhookTrigger({ secret, ...webhook }),
      apiCalls: [{ method: 'GET', url: 'https://api.example.com/' }],
    },
  );
  return (await createAcceptDelivery(context)(makeDelivery(id, { headers, body }))).kind;
}

test('signed fields of a body are no proof of a form that the body unpacks to', async () => {
  const verify = { scheme: 'adyen' };
  const body = hideStream(makeNotification(), '=&success=true');
  expect(JSON.parse(body.toString())).toMatchObject(JSON.parse(makeNotification()));
  expect(inflateRawSync(body).toString('latin1')).toContain('&success=true&');
  expect(await deliver({ verify }, makeNotification(), {})).toBe('accepted');
  expect(await deliver({ verify }, body, { ...form, 'content-encoding': 'deflate' })).toBe('unauthenticated');
});

test('a signature over all bytes is one of a compressed body, too', async () => {
  const body = deflateRawSync('{"id":7}');
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'x-signature': signature, 'content-encoding': 'deflate' };
  expect(await deliver({ verify: { scheme: 'hmac' } }, body, headers)).toBe('accepted');
});
