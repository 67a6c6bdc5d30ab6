import { expect, it } from 'vitest';
import { createMaskSecrets } from '~/engine/secrets/mask-secrets';
import { collectItems } from '~/services/test-runs/items/tried-items';

it('shows no part of a secret where a long item is cut', () => {
  const { tried, tell } = collectItems(createMaskSecrets(['sk_live_0123456789']));
  const items = [`${'x'.repeat(190)}sk_live_0123456789`];
  tell({ kind: 'loop-begun', step: 0, loopId: 'l', itemName: 'item', items, of: 1, stride: 1, at: 0 });
  expect(tried.items[0]?.value).toBe(`${'x'.repeat(190)}••••`);
});
