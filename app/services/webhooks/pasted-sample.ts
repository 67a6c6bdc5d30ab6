// A sample that a user pastes: for a sender that cannot reach the server yet, or whose documentation shows an example.
import type { AppContext } from '~/context';
import { findIntegration } from '~/db/integrations/integrations';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { transactAsMember } from '../check-permission';
import { readPayload } from './bodies/payload';
import { toProblem } from './bodies/payload-outcome';
import { captureSample, findSample, maxSampleBytes, type SampleOutcome } from './samples';

/**
 * Stores the JSON text of a body as the newest sample, as if a sender had sent it, and stops listening. Problems: not-found;
 * unparsable; too-large above 256 KiB; invalid when it is nested too deeply or empty.
 */
export async function pasteSample(
  context: AppContext,
  actor: Actor,
  id: string,
  text: string,
): Promise<SampleOutcome> {
  const key = { id, organizationId: actor.organizationId };
  const body = Buffer.from(text);
  if (body.length > maxSampleBytes) {
    return { kind: 'too-large', message: 'The body is longer than 256 KiB.' };
  }
  if (text.trim() === '') return { kind: 'invalid', message: 'Paste the body of a delivery first.' };
  const read = readPayload(body, 'application/json');
  if (read.kind !== 'payload') return toProblem(read);
  const refused = await transactAsMember(
    context.db,
    actor,
    'edit-integrations',
    async (tx): Promise<Problem | undefined> => {
      if (!(await findIntegration(tx, key))) return { kind: 'not-found' };
      await captureSample(tx, key, { json: read.json, request: null, at: context.now() });
      return undefined;
    },
  );
  if (refused) return refused;
  // Other users may have the editor open.
  context.changeEvents.publish(id);
  return findSample(context, key, id);
}
