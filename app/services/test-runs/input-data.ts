// What a test may be run with, besides what a user types.
import type { AppContext } from '~/context';
import type { IntegrationKey } from '~/db/integrations/integrations';
import { findNewestPayload, findNewestSample } from '~/db/executions/samples';
import { createSampleResult } from '~/engine/events/sample-result';
import type { TriggerConfig } from '~/engine/integration';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { createSamplePayload } from '~/engine/paths/sample-payload';
import { maskPayload } from '../executions/mask-trigger-data';

export type TestDataSource = 'last' | 'sample' | 'example';

/** JSON text, ready to be changed. */
export type TestData = Partial<Record<TestDataSource, string>>;

/** A longer payload is nothing for a text field. */
const maxBytes = 64 * 1024;

/** Secrets masked: the payload of the last real execution, the newest captured sample, and an example of what the trigger delivers. */
export async function findTestData(
  context: AppContext,
  integration: IntegrationKey & { version: number },
  trigger: TriggerConfig,
): Promise<TestData> {
  const { db } = context;
  const { version, ...key } = integration;
  const show = async (json: string) => indentPayload(await maskPayload(context, key.id, version, json));
  const last = (await findNewestPayload(db, key, maxBytes, { anyTrigger: true }))?.payload;
  const sample = await findNewestSample(db, key.id);
  return {
    ...(last && last !== 'null' && { last: await show(last) }),
    ...(sample?.payload && sample.bytes <= maxBytes && { sample: await show(sample.payload) }),
    ...(trigger.type === 'webhook' && {
      example: stringifyJson(createSamplePayload(trigger.webhook.variables), 2),
    }),
    ...(trigger.type === 'event' && { example: stringifyJson(createSampleResult(trigger.event), 2) }),
  };
}

/** Payloads are stored as they came, which may be on one line. */
export function indentPayload(json: string): string {
  return stringifyJson(parseJson(json), 2);
}

/** What a test may be run with without asking: what really came; undefined when nothing did. */
export function chooseRealData({ last, sample }: TestData): unknown {
  const chosen = last ?? sample;
  return chosen === undefined ? undefined : parseJson(chosen);
}

/** What a test is run with when nobody says with what: the first of them there is; undefined when there is none. */
export function chooseTestData(data: TestData): unknown {
  const chosen = data.last ?? data.sample ?? data.example;
  return chosen === undefined ? undefined : parseJson(chosen);
}
