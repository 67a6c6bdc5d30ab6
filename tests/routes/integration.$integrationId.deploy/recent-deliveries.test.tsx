// Two rows with one key would leave old rows standing in an open tab.
import { isValidElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { RecentDeliveries } from '~/routes/integration.$integrationId.deploy/deploy/recent-deliveries';
import type { RecentDelivery } from '~/services/monitoring/operational-status';

/** Returns the keys of all elements that have one. */
function listKeys(node: ReactNode): string[] {
  if (Array.isArray(node)) return node.flatMap(listKeys);
  if (!isValidElement<{ children?: ReactNode }>(node)) return [];
  return [...(node.key === null ? [] : [node.key]), ...listKeys(node.props.children)];
}

test('deliveries of the same millisecond are rows of their own', () => {
  const at = '2026-01-05T12:00:00.000Z';
  const outcomes: RecentDelivery['outcome'][] = [
    { kind: 'execution', executionId: 'e1', status: 'completed' },
    { kind: 'execution', executionId: 'e2', status: 'completed' },
    { kind: 'refused', status: 401 },
    { kind: 'refused', status: 413 },
    { kind: 'skipped' },
  ];
  const deliveries = outcomes.map((outcome) => ({ at, count: 1, outcome, reason: null }));
  const keys = listKeys(RecentDeliveries({ deliveries, address: '/integration/n' }));
  expect(new Set(keys).size).toBe(deliveries.length);
});
