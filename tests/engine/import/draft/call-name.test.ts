import { describe, expect, it } from 'vitest';
import { shortenName } from '~/engine/import/draft/call-name';
import { readImport } from '~/engine/import/read-import';

describe('a name that is too long', () => {
  it.each([
    ['Delete the pet of a customer.', 'Delete pet of customer'],
    ['Retrieve a vector store file batch', 'Retrieve vector … file batch'],
    ['List vector store files in a vector store file batch', 'List vector … store file batch'],
    ['Returns the events of a fine-tuning job', 'Returns … fine-tuning job'],
    ['createTheLongestOfAllOperationsThatThereAre', 'createTheLonge…nsThatThereAre'],
    ['😀'.repeat(40), `${'😀'.repeat(7)}…${'😀'.repeat(7)}`],
  ])('keeps its beginning and its end: %s', (text, name) => {
    const shortened = shortenName(text, 30);
    expect(shortened.length).toBeLessThanOrEqual(30);
    expect(shortened).toBe(name);
  });
});

function nameCalls(operations: object[]): string[] {
  const paths = Object.fromEntries(operations.map((operation, index) => [`/${index}`, { get: operation }]));
  const { calls } = readImport(JSON.stringify({ openapi: '3.0.0', paths }));
  return calls.map(({ call }) => call.name);
}

describe('the names of the operations of a document', () => {
  it('are their ids where a summary is too long', () => {
    const summary = 'Returns a list of all vector stores of this project';
    expect(
      nameCalls([
        { summary, operationId: 'listVectorStores' },
        { summary: 'Short', operationId: 'x' },
      ]),
    ).toEqual(['listVectorStores', 'Short']);
  });

  it('differ where they had to be shortened', () => {
    const summaries = Array.from(
      { length: 12 },
      (_, n) => `Retrieve thing ${n} from the middle of the long list`,
    );
    const names = nameCalls(summaries.map((summary) => ({ summary })));
    expect(new Set(names).size).toBe(12);
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(30);
  });
});
