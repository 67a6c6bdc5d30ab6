import { expect, it } from 'vitest';
import { viewPreview } from '~/routes/integration.$integrationId.logs/history/row-preview';
import type { StepPreview } from '~/db/executions/logs/execution-previews';

const called = { step: 0, kind: 'call', status: 'success', name: '', failedItems: 0 } as const;

function view(...statuses: StepPreview['status'][]) {
  const steps = statuses.map((status, step): StepPreview => {
    return { step, kind: 'call', status, name: step === 0 ? '' : `Call ${step}`, failedItems: 0 };
  });
  return viewPreview({ steps, payloadValue: null });
}

function viewLoop(failedItems: number) {
  return viewPreview({
    steps: [{ ...called, step: 1, kind: 'loop', name: 'order', failedItems }],
    payloadValue: null,
  });
}

it('says for screen readers how many calls did what, and which failed', () => {
  expect(view().summary).toBe('');
  expect(view('running').summary).toBe('1 call: API Call 1: in progress');
  expect(view('success', 'skipped', 'success', 'error').summary).toBe(
    '4 calls: 2 succeeded, 1 skipped, Call 3: failed',
  );
});

it('shows the last of many calls, among them the one that failed', () => {
  expect(view(...Array<'success'>(10).fill('success'))).toMatchObject({ earlier: 0 });
  const { dots, earlier } = view(...Array<'success'>(49).fill('success'), 'error');
  expect(earlier + dots.length).toBe(50);
  expect(dots.length).toBeLessThan(10);
  expect(dots.at(-1)).toEqual({ step: 49, status: 'error', text: 'Call 49: failed' });
});

it('names the notices of webhooks as such', () => {
  const { dots } = viewPreview({ steps: [{ ...called, kind: 'webhook', name: 'Tell' }], payloadValue: null });
  expect(dots[0]?.text).toBe('Tell (webhook): succeeded');
});

it('tells of a loop that went on past items as of what failed', () => {
  expect(viewLoop(0)).toMatchObject({ dots: [{ status: 'success', text: 'For each order: succeeded' }] });
  expect(viewLoop(1).summary).toBe('1 call: For each order: 1 item failed');
  expect(viewLoop(2).dots).toEqual([{ step: 1, status: 'error', text: 'For each order: 2 items failed' }]);
});
