import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { describeStatus, StatusIcon } from '~/components/integration/status-labels';
import { describeFirstRun } from '~/engine/memory/first-run';

const firstRun = `For each order: ${describeFirstRun(1_234, 0)}`;

test.each([
  ['completed', null, 'Execution completed successfully', 'circle-check', 'text-good'],
  [
    'completed',
    'For each order: 4 of 5; 1 failed.',
    'Execution completed',
    'circle-exclamation-point',
    'text-caution',
  ],
  ['completed', firstRun, 'Execution completed successfully', 'circle-check', 'text-good'],
  ['completed', `${firstRun} ${firstRun}`, 'Execution completed successfully', 'circle-check', 'text-good'],
  [
    'completed',
    `For each order: ${describeFirstRun(2, 1)}`,
    'Execution completed',
    'circle-exclamation-point',
    'text-caution',
  ],
  [
    'completed',
    `${firstRun} For each order: 4 of 5; 1 failed.`,
    'Execution completed',
    'circle-exclamation-point',
    'text-caution',
  ],
  ['running', null, 'Execution in progress', 'loader-circle', 'text-info'],
  ['new', null, 'Unknown status', 'circle-question-mark', 'text-warn'],
])('%s with the note %s looks as it is called', (status, note, text, icon, tone) => {
  expect(describeStatus(status, note)).toBe(text);
  const drawn = renderToStaticMarkup(<StatusIcon status={status} note={note} />);
  expect(drawn).toContain(icon);
  expect(drawn.match(/class="([^"]*)"/)?.[1]?.split(' ')).toContain(tone);
});
