// The loop that streams the audit log to an outside address, if one is set. Of several processes, one does it at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '~/context';
import { createRepeatedErrors } from '~/repeated-errors';
import { streamAudit } from '~/services/auditing/audit-stream';

export interface AuditLoop {
  start(): void;
  /** Ends the loop; resolves when the request under way has ended. */
  stop(): Promise<void>;
}

const pollMs = 5_000;
const restMs = 30_000;

export function createAuditLoop(context: AppContext): AuditLoop {
  const { auditStream } = context.config;
  const errors = createRepeatedErrors(context.log);
  const stopping = new AbortController();
  const { signal } = stopping;
  let loop: Promise<void> = Promise.resolve();

  async function repeat(stream: NonNullable<typeof auditStream>): Promise<void> {
    while (!signal.aborted) {
      const waitMs = await streamAudit(context, stream).then(
        (hasMore) => (hasMore ? 0 : pollMs),
        (error: unknown) => {
          errors.error({ err: error }, 'the audit could not be streamed');
          return restMs;
        },
      );
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  return {
    start() {
      if (auditStream) loop = repeat(auditStream);
    },
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
