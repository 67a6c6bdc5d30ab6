// The data that a test may run with, besides what a user types.
import type { AppContext } from '~/context';
import type { IntegrationKey } from '~/db/integrations/integrations';
import { findNewestPayload, findNewestSample } from '~/db/executions/samples';
import { createSampleResult } from '~/engine/events/sample-result';
import type { TriggerConfig } from '~/engine/integration';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { createSamplePayload } from '~/engine/conditions/sample-payload';
import { listFormFields } from '~/engine/triggers/form';
import { makeFormExample } from '~/engine/triggers/form-values';
import { maskPayload } from '../executions/mask-trigger-data';

export type TestDataSource = 'last' | 'sample' | 'example';

/** JSON texts, ready to be changed. `lastId`: the execution that `last` is of. */
export type TestData = Partial<Record<TestDataSource | 'lastId', string>>;

/** A longer payload does not suit a text field. That of a form with files is not shown as a text. */
const maxBytes = { text: 64 * 1024, files: 32 * 1024 * 1024 };

/** Returns the payload of the last real execution, the newest sample, and an example for the trigger. Secrets are masked. */
export async function findTestData(
  context: AppContext,
  integration: IntegrationKey & { version: number },
  trigger: TriggerConfig,
): Promise<TestData> {
  const { db } = context;
  const { version, ...key } = integration;
  const fields = listFormFields(trigger);
  const show = async (json: string) => indentPayload(await maskPayload(context, key.id, version, json));
  const most = fields.some(({ type }) => type === 'file') ? maxBytes.files : maxBytes.text;
  const newest = await findNewestPayload(db, key, most, { anyTrigger: true });
  const last = newest?.payload;
  const sample = await findNewestSample(db, key.id);
  return {
    ...(last && last !== 'null' && { last: await show(last), lastId: newest.id }),
    ...(sample?.payload && sample.bytes <= maxBytes.text && { sample: await show(sample.payload) }),
    ...(trigger.type === 'webhook' && {
      example: stringifyJson(createSamplePayload(trigger.webhook), 2),
    }),
    ...(fields.length > 0 && { example: stringifyJson(makeFormExample(fields), 2) }),
    ...(trigger.type === 'event' && { example: stringifyJson(createSampleResult(trigger.event), 2) }),
  };
}

/** Indents a payload, which is stored as it came and may be on one line. */
export function indentPayload(json: string): string {
  return stringifyJson(parseJson(json), 2);
}

/** Returns the data that a test may run with without asking the user: real data; undefined when there is none. */
export function chooseRealData({ last, sample }: TestData): unknown {
  const chosen = last ?? sample;
  return chosen === undefined ? undefined : parseJson(chosen);
}

/** Returns the data for a test when the caller gives none: the first that exists; undefined when there is none. */
export function chooseTestData(data: TestData): unknown {
  const chosen = data.last ?? data.sample ?? data.example;
  return chosen === undefined ? undefined : parseJson(chosen);
}
