// What a test may be run with, besides what somebody types.
import type { AppContext } from '~/context';
import type { IntegrationKey } from '~/db/integrations';
import { findNewestPayload, findNewestSample } from '~/db/samples';
import { parseJson, stringifyJson } from '~/engine/json';

export type TestDataSource = 'last' | 'sample' | 'example';

/** JSON text, ready to be changed. */
export type TestData = Partial<Record<TestDataSource, string>>;

/** A longer payload is nothing for a text field. */
const maxBytes = 64 * 1024;

/** The payload of the last real execution, the newest captured sample, and the example that is given. */
export function findTestData({ db }: AppContext, key: IntegrationKey, example: string | undefined): TestData {
  const last = findNewestPayload(db, key, maxBytes, { anyTrigger: true })?.payload;
  const sample = findNewestSample(db, key.id);
  return {
    ...(last && last !== 'null' && { last: indentPayload(last) }),
    ...(sample?.payload && sample.bytes <= maxBytes && { sample: indentPayload(sample.payload) }),
    ...(example && { example: indentPayload(example) }),
  };
}

/** Payloads are stored as they came, which may be on one line. */
export function indentPayload(json: string): string {
  return stringifyJson(parseJson(json), 2);
}
