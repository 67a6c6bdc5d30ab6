import { expect, test } from 'vitest';
import type { Role } from '~/db/core/tables';
import { createTestUser, signInAs } from '../support/accounts';
import { createTestContext } from '../support/context';
import { createCheckedApp } from './checked-app';
import { postJson } from './post-json';

const company = {
  companyName: ' Analytical Engines ',
  taxId: 'GB-1815',
  address: '12 St James Square',
  city: 'London',
  postalCode: 'sw1y_4jh',
  country: 'United Kingdom',
};
const paymentConfig = {
  cardNumber: '4242424242424242',
  expiryDate: '12/27',
  cvv: '123',
  cardholderName: 'Ada Lovelace',
};

async function createCaller(role: Role = 'OWNER') {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context, { role });
  const api = createCheckedApp(context);
  const headers = { Cookie: await signInAs(context, user.id) };
  const call = async (method: string, body?: object, id = organizationId, sent = headers as object) => {
    const init = body
      ? { ...postJson(body, sent as Record<string, string>), method }
      : { method, headers: { ...sent } };
    const response = await api.request(`/api/billing-details/${id}`, init);
    return { status: response.status, body: await response.json() };
  };
  return { context, call };
}

test('details are missing, then made, then changed', async () => {
  const { call } = await createCaller();
  expect((await call('GET')).status).toBe(404);
  expect((await call('PUT', company)).status).toBe(404);
  const made = await call('POST', { ...company, paymentConfig });
  expect(made).toMatchObject({
    status: 201,
    body: {
      companyName: 'Analytical Engines',
      postalCode: 'SW1Y4JH',
      paymentConfig: {
        cardNumber: '**** **** **** 4242',
        expiryDate: '12/27',
        cardholderName: 'Ada Lovelace',
      },
    },
  });
  expect(made.body.paymentConfig).not.toHaveProperty('cvv');
  expect((await call('POST', company)).status).toBe(409);
  const changed = await call('PUT', { ...company, city: 'Turin', paymentConfig: made.body.paymentConfig });
  expect(changed).toMatchObject({ status: 200, body: { city: 'Turin' } });
  expect((await call('GET')).body).toEqual(changed.body);
});

test('what is wrong is named by field', async () => {
  const { call } = await createCaller();
  const long = 'x'.repeat(300);
  expect(
    await call('POST', { companyName: 'A', taxId: '1', address: long, city: '', postalCode: '!' }),
  ).toMatchObject({
    status: 422,
    body: {
      message: 'Invalid company details. Please check your input and try again.',
      fields: {
        companyName: ['Company name must be at least 2 characters'],
        taxId: ['Tax ID must be at least 5 characters'],
        address: ['Address must not exceed 200 characters'],
        city: ['City must be at least 2 characters'],
        postalCode: ['Postal code must be at least 3 characters'],
        country: ['Country must be at least 2 characters'],
      },
    },
  });
});

test.each([
  ['cardNumber', '4242 4242', 'Card number must be 16 digits'],
  ['cardNumber', '4242 4242 4242 4242 4', 'Invalid card number'],
  ['cardNumber', '4242-4242-4242-4242', 'Invalid card number'],
  ['expiryDate', '13/27', 'Use MM/YY format'],
  ['expiryDate', '1/27', 'Use MM/YY format'],
  ['cvv', '12', 'CVV must be 3 digits'],
  ['cvv', '12345', 'CVV must be 3-4 digits'],
  ['cardholderName', 'A', 'Cardholder name is required'],
  ['cardholderName', '4242 4242 4242 4242', 'Cardholder name is required'],
])('a card with the %s %j is rejected: %s', async (field, value, message) => {
  const { call } = await createCaller();
  const body = { ...company, paymentConfig: { ...paymentConfig, [field]: value } };
  expect(await call('POST', body)).toMatchObject({
    status: 422,
    body: { fields: { [`paymentConfig.${field}`]: [message] } },
  });
});

test('members read, owners and admins write, others see nothing', async () => {
  const { context, call } = await createCaller('MEMBER');
  expect((await call('GET')).status).toBe(404);
  expect((await call('POST', company)).status).toBe(403);
  const { organizationId } = await createTestUser(context);
  for (const method of ['POST', 'PUT'])
    expect((await call(method, company, organizationId)).status).toBe(404);
  expect((await call('GET', undefined, organizationId)).status).toBe(404);
  expect((await call('GET', undefined, organizationId, {})).status).toBe(401);
});
