import { expect, it } from 'vitest';
import { readStart } from '~/routes/organization.settings.connections.new/start';

const read = (query: string) => readStart(`http://localhost/organization/settings/connections/new?${query}`);

it.each([
  ['Slack, but not its scope', 'provider=slack', ['config.authorizationUrl', 'config.tokenUrl']],
  ['Zoom, but not the account that its user adds', 'provider=zoom', ['config.tokenUrl']],
])('closes what is filled in for %s', (_, query, fills) => {
  expect(read(query)).toMatchObject({ step: 'fill', provider: { fills, query } });
});

it('comes back to the same provider and the same answer', () => {
  const start = read('provider=microsoft&place=contoso.example');
  const again = start.step === 'fill' && start.provider ? read(start.provider.query) : undefined;
  expect(again).toEqual(start);
});
