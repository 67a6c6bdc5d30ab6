import { expect, it } from 'vitest';
import type { ExecutionDay } from '~/db/executions/daily-counts';
import { drawDailyChart } from '~/routes/_index/daily-chart.server';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 1, 26);

function draw(counts: Partial<ExecutionDay>[]) {
  const days = counts.map((each, index) => ({
    completed: 0,
    failed: 0,
    cancelled: 0,
    tests: 0,
    ...each,
    startsAt: start + index * dayMs,
  }));
  return drawDailyChart(days);
}

it('stacks the parts of a day upon each other, as high as their share of the axis', () => {
  const { days, lines, height, totals } = draw([
    { completed: 10, failed: 5, cancelled: 5 },
    { completed: 4 },
  ]);
  const top = lines.at(-1);
  expect(top?.figure).toBe('20');
  const perExecution = (height - (top?.y ?? 0)) / 20;
  const [first, second] = days.map(({ parts }) => parts);
  expect(first?.map(({ ending }) => ending)).toEqual(['completed', 'cancelled', 'failed']);
  expect(first?.map((part) => part.height / perExecution)).toEqual([
    expect.closeTo(10, 2),
    expect.closeTo(5, 2),
    expect.closeTo(5, 2),
  ]);
  expect(first?.map(({ y }) => (height - y) / perExecution)).toEqual([
    expect.closeTo(10, 2),
    expect.closeTo(15, 2),
    expect.closeTo(20, 2),
  ]);
  expect(second).toEqual([{ ending: 'completed', y: expect.any(Number), height: expect.any(Number) }]);
  expect(totals).toEqual({ completed: 14, failed: 5, cancelled: 5 });
});

it.each([0, 1, 3, 7, 14, 99, 1234, 76_543, 9_999_999])(
  'writes whole figures at the lines for %i a day',
  (count) => {
    const { lines } = draw([{ completed: count }]);
    expect(lines[0]?.figure).toBe('0');
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.length).toBeLessThan(9);
    for (const { figure } of lines) expect(figure).toMatch(/^\d+(\.\d)?[KM]?$/);
    if (count < 100) for (const { figure } of lines) expect(figure).toMatch(/^\d+$/);
  },
);

it('shows one failure among a million, within the drawing', () => {
  const { days } = draw([{ completed: 1_000_000, failed: 1, cancelled: 1 }]);
  for (const part of days[0]?.parts ?? []) {
    expect(part.height).toBeGreaterThanOrEqual(4);
    expect(part.y).toBeGreaterThanOrEqual(0);
  }
});

it('names the months', () => {
  const { days } = draw(Array.from({ length: 14 }, () => ({})));
  expect(days.map(({ dayOfMonth }) => dayOfMonth).slice(0, 5)).toEqual(['26', '27', '28', '1', '2']);
  expect(days.flatMap(({ month, date }) => (month ? [`${month} ${date}`] : []))).toEqual([
    'Feb 2026-02-26',
    'Mar 2026-03-01',
  ]);
  expect(days.flatMap(({ parts }) => parts)).toEqual([]);
});
