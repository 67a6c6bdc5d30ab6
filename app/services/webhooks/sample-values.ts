// The values that a trigger's variables would have if the newest sample were a delivery: for tests of single calls.
import type { AppContext } from '~/context';
import { computeVariables } from '~/engine/computed/compute';
import { ComputedVariables } from '~/engine/schema/computed-variable';
import { TriggerConfig } from '~/engine/integration';
import { readRequest } from '~/engine/delivery/delivery-request';
import { textOf } from '~/engine/json/value-text';
import { readTriggerVariables } from '~/engine/variables';
import { runInTurns } from '../event-loop';
import { parseJsonInTurns } from '../large-json';
import { findSample } from './samples';

/** The longest value, in characters. A longer one would make a test response long, and does not fit a one-line field. */
const maxValueLength = 10_000;

/**
 * Returns the values by name, as texts, with secrets masked as in the sample; none without a readable webhook trigger or a
 * sample. Leaves out empty and very long values. `typed`: the trigger and the computed variables in the editor, saved or not.
 */
export async function readSampleValues(
  context: AppContext,
  owner: { organizationId: string },
  id: string,
  typed: { triggerConfig: unknown; runSettings?: { computed?: unknown } | undefined },
): Promise<Map<string, string>> {
  const trigger = TriggerConfig.safeParse(typed.triggerConfig);
  if (!trigger.success || trigger.data.type !== 'webhook') return new Map();
  const found = await findSample(context, owner, id);
  const sample = found.kind === 'sample' ? found.state.sample : null;
  if (!sample || sample.text === null) return new Map();
  const { variables } = readTriggerVariables(
    trigger.data,
    await parseJsonInTurns(sample.text),
    readRequest(sample.request),
  );
  const computed = ComputedVariables.safeParse(typed.runSettings?.computed);
  if (computed.success) await runInTurns(computeVariables(computed.data ?? [], variables));
  const texts = [...variables].map(([name, value]) => [name, textOf(value)] as const);
  return new Map(texts.filter(([, text]) => text !== '' && text.length <= maxValueLength));
}
