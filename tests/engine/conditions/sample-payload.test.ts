import { expect, it } from 'vitest';
import { OnlyRunIf } from '~/engine/definition/delivery-rules';
import { createSampleHeaders, createSamplePayload } from '~/engine/conditions/sample-payload';

function sample(...paths: string[]) {
  return createSamplePayload({ variables: paths.map((jsonPath) => ({ name: 'x', jsonPath })) });
}

function named(...names: string[]) {
  return createSamplePayload({ variables: names.map((name) => ({ name, jsonPath: `.${name}` })) });
}

it('has something at each path', () => {
  expect(sample('.repository.full_name', '.repository.owner.login')).toEqual({
    repository: { full_name: 'sample x', owner: { login: 'sample x' } },
  });
  expect(sample('.items[0].id', ".['odd key'].a")).toEqual({
    items: [{ id: 'sample x' }],
    'odd key': { a: 'sample x' },
  });
  expect(sample('.[0].id')).toEqual([{ id: 'sample x' }]);
  expect(sample(String.raw`.['it\'s'][ 0 ]["\u263a"]`)).toEqual({ "it's": [{ '☺': 'sample x' }] });
  expect(sample('.tags[-1]')).toEqual({ tags: ['sample x'] });
});

it('is a number, a time, an address or a currency where the name of the variable says so', () => {
  expect(named('order_total', 'quantity', 'created_at', 'customer_email', 'html_url')).toEqual({
    order_total: 100,
    quantity: 100,
    created_at: '2026-01-15T09:30:00Z',
    customer_email: 'sample@example.com',
    html_url: 'https://example.com/sample',
  });
  expect(named('cents', 'currency', 'currency_code', 'currencies')).toEqual({
    cents: 100,
    currency: 'EUR',
    currency_code: 'EUR',
    currencies: 'sample currencies',
  });
  expect(named('account', 'format', 'curl')).toEqual({
    account: 'sample account',
    format: 'sample format',
    curl: 'sample curl',
  });
});

it('is empty without paths, and harms no prototype', () => {
  expect(sample()).toEqual({});
  sample('.__proto__.polluted');
  expect({}).not.toHaveProperty('polluted');
});

it('keeps the deeper of two paths that lead through each other', () => {
  expect(sample('.a', '.a.b')).toEqual({ a: { b: 'sample x' } });
  expect(sample('.a.b', '.a')).toEqual({ a: { b: 'sample x' } });
});

it('has what the conditions of the webhook compare with, so that the delivery is not skipped', () => {
  const webhook = {
    variables: [
      { name: 'total', jsonPath: '.order.total' },
      { name: 'status', jsonPath: '.order.state' },
    ],
    onlyRunIf: OnlyRunIf.parse([
      { field: 'trigger.type', operator: 'equals', value: 'checkout.session.completed' },
      { field: "trigger['odd key'].id", operator: 'starts_with', value: 'ord_' },
      { field: 'trigger.order.total', operator: 'greater_or_equal', value: 1000 },
      { field: 'status', operator: 'equals', value: 'paid' },
      { field: 'trigger.refund', operator: 'not_exists' },
      { field: 'trigger.__proto__.polluted', operator: 'equals', value: 'x' },
      { field: 'request.headers.x-github-event', operator: 'equals', value: 'issues' },
    ]),
  };
  const payload = createSamplePayload(webhook);
  expect(payload).toMatchObject({
    type: 'checkout.session.completed',
    'odd key': { id: 'ord_' },
    order: { total: 1000, state: 'paid' },
  });
  expect(payload).not.toHaveProperty('refund');
  expect({}).not.toHaveProperty('polluted');
  expect(createSampleHeaders(webhook)).toEqual({ 'x-github-event': 'issues' });
  expect(createSampleHeaders({})).toEqual({});
});
