// The workflow that makes the image, read by GitHub's own parser. It runs at GitHub only.
import { readFileSync } from 'node:fs';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { expect, test } from 'vitest';

const file = '.github/workflows/image.yml';
const text = readFileSync(file, 'utf8');

function listErrors(content: string): string[] {
  const { context } = parseWorkflow({ name: file, content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}

test('the workflow holds no error', () => {
  expect(listErrors(text)).toEqual([]);
});

test.each([
  ['a key that no job has', text.replace('runs-on: ', 'run-on: ')],
  ['an expression without an end', text.replace('${{ github.ref }}', '${{ github.ref')],
  ['a context that does not exist', text.replace('${{ github.ref }}', '${{ gitlab.ref }}')],
])('%s is found', (_name, broken) => {
  expect(listErrors(broken)).not.toEqual([]);
});
