// The loop that streams the audit log to an outside address. Of several processes, one does it at a time.
import type { AppContext } from '~/context';
import { createRepeatedErrors } from '~/repeated-errors';
import { streamAuditLog } from '~/services/audit-stream/stream-audit-log';
import { createRepeatingLoop, type RepeatingLoop } from './repeating-loop';

const pollMs = 5_000;
const restMs = 30_000;

/** Returns undefined when the settings name no address for the audit log. */
export function createAuditStreamLoop(context: AppContext): RepeatingLoop | undefined {
  const { auditStream } = context.config;
  if (!auditStream) return undefined;
  const errors = createRepeatedErrors(context.log);
  return createRepeatingLoop(async () => ((await streamAuditLog(context, auditStream)) ? 0 : pollMs), {
    onError: (error) => errors.error({ err: error }, 'the audit could not be streamed'),
    restMs,
  });
}
