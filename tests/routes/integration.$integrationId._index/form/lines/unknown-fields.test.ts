import { expect, test } from 'vitest';
import { listUnknownFields } from '~/routes/integration.$integrationId._index/form/lines/unknown-fields';

const known = ['trigger', 'request', 'total'];

test.each([
  ['type equals opened', ['type']],
  ['type equals a\r\ntype equals b\n\n action.name exists', ['type', 'action']],
  ['type|downcase equals opened', ['type']],
  ['trigger.type equals type', []],
  ['total greater than 5\nrequest.query.page equals 2\norg.shop_url exists', []],
  // Nobody has finished it yet.
  ['typ', []],
  ['type ', []],
  ['?? equals 1', []],
])('%j reads %j that nothing brings', (lines, unknown) => {
  expect(listUnknownFields(lines, known)).toEqual(unknown);
});
