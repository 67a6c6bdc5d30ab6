import { expect, test } from 'vitest';
import { offerTags } from '~/routes/integration.$integrationId/tags-field';

const offered = ['billing', 'nightly', 'Sales'];

test('each tag is offered behind those that stand in the field already', () => {
  expect(offerTags(offered, '', true)).toEqual(['billing', 'nightly', 'Sales']);
  expect(offerTags(offered, 'billing, sales', true)).toEqual(['billing, sales, nightly']);
});

test('the tag that is being typed gives way to the one that is chosen', () => {
  expect(offerTags(offered, 'ni', false)).toEqual(['billing', 'nightly', 'Sales']);
  expect(offerTags(offered, 'other,  billing , ni', false)).toEqual([
    'other, billing, nightly',
    'other, billing, Sales',
  ]);
  expect(offerTags(offered, 'billing,', false)).toEqual(['billing, nightly', 'billing, Sales']);
});
