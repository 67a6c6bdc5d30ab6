// A sample that a user pastes: for a sender that cannot reach the server yet, or whose documentation shows an example.
import type { AppContext } from '~/context';
import { findIntegration } from '~/db/integrations/integrations';
import { readPayload } from './bodies/payload';
import { toProblem } from './bodies/payload-outcome';
import { captureSample, findSample, maxSampleBytes, type Owner, type SampleOutcome } from './samples';

/**
 * Stores the JSON text of a body as the newest sample, as if a sender had sent it, and stops listening. Problems: not-found;
 * unparsable; too-large above 256 KiB; invalid when it is nested too deeply or empty.
 */
export async function pasteSample(
  context: AppContext,
  { organizationId }: Owner,
  id: string,
  text: string,
): Promise<SampleOutcome> {
  const key = { id, organizationId };
  const body = Buffer.from(text);
  if (body.length > maxSampleBytes) {
    return { kind: 'too-large', message: 'The body is longer than 256 KiB.' };
  }
  if (text.trim() === '') return { kind: 'invalid', message: 'Paste the body of a delivery first.' };
  const read = readPayload(body, 'application/json');
  if (read.kind !== 'payload') return toProblem(read);
  const isStored = await context.db.transaction(async (tx) => {
    if (!(await findIntegration(tx, key))) return false;
    await captureSample(tx, key, { json: read.json, request: null, at: context.now() });
    return true;
  });
  if (!isStored) return { kind: 'not-found' };
  // Other users may have the editor open.
  context.changeEvents.publish(id);
  return findSample(context, key, id);
}
