import { expect, test } from 'vitest';
import { chooseTestData } from '~/routes/integration.$integrationId.deploy/test-runs/test-data-options';
import {
  testRunsUrl,
  readTestRunsQuery,
} from '~/routes/integration.$integrationId.deploy/test-runs/test-runs-url';
import { isTimelineOpen } from '~/routes/integration.$integrationId.deploy/deploy/timeline-cookie';

test('a view stands in the address and is read from it again', () => {
  const view = { group: 'status', show: 'error', test: 'id', log: 'id-1', data: 'sample', of: 'x' } as const;
  const address = testRunsUrl('/integration/1/deploy', view);
  expect(address).toBe('/integration/1/deploy?test=id&log=id-1&data=sample&of=x&group=status&show=error');
  expect(readTestRunsQuery(new URL(address, 'http://localhost').searchParams)).toEqual(view);
});

test('what nobody knows is as if it were not there', () => {
  const view = readTestRunsQuery(new URLSearchParams('group=colour&show=&data=constructor'));
  expect(view).toEqual({ group: 'execution', show: 'all', test: null, log: null, data: null, of: null });
  expect(testRunsUrl('/integration/1/deploy', view)).toBe('/integration/1/deploy');
});

test('the field is filled with what was chosen, what was tested, or the first there is', () => {
  const data = { last: '1', example: '2' };
  expect(chooseTestData(data, null, undefined)).toMatchObject({ text: '1', source: 'last' });
  expect(chooseTestData(data, null, '3')).toMatchObject({ text: '3', source: null });
  expect(chooseTestData(data, null, '2')).toMatchObject({ text: '2', source: 'example' });
  expect(chooseTestData(data, 'example', '3')).toMatchObject({ text: '2', source: 'example' });
  expect(chooseTestData(data, 'sample', undefined)).toMatchObject({ text: '1', source: 'last' });
  expect(chooseTestData(data, 'none', '3')).toMatchObject({ text: '', source: 'none' });
  const chosen = { ...data, execution: '4' };
  expect(chooseTestData(chosen, null, undefined)).toMatchObject({ text: '4', source: 'execution' });
  expect(chooseTestData(chosen, 'last', undefined)).toMatchObject({ text: '1', source: 'last' });
  expect(chooseTestData({}, null, undefined)).toEqual({
    text: '',
    source: 'none',
    sources: [{ source: 'none', label: 'Empty' }],
  });
});

test('the timeline is open unless this browser closed it', () => {
  expect(isTimelineOpen(null)).toBe(true);
  expect(isTimelineOpen('a=b; timeline=open')).toBe(true);
  expect(isTimelineOpen('a=b; timeline=closed')).toBe(false);
  expect(isTimelineOpen('mytimeline=closed')).toBe(true);
});
