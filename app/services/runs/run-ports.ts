// The functions that a run calls in its runner, within the run's time limit.
import type { AppContext } from '~/context';
import type { Lease } from '~/db/executions/queue/jobs';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import type { Definition } from '~/engine/integration';
import type { RunPorts } from '~/engine/run/run';
import { isStoreUrl } from '~/engine/stores/store-address';
import { createAnswerPorts } from '../answers/wait-answers';
import { createConnectionPorts } from '../connections/authorize';
import { takeTurn } from '../connections/pace';
import { listSecretsOutsideDefinition } from '../secrets/secrets-outside-definition';
import { createMemoryPort } from '../memory/run-memory';
import { createValuePort } from '../values/read-values';
import { runInTurns, yieldTurn } from '../event-loop';
import { digestFile } from '../digest-file';
import { sendToStore } from '../stores/send-to-store';
import { findOwnFile } from './sending/large-files';
import { sendCall } from './sending/send-call';
import type { Signals, TimeLimit } from './sending/time-limit';

export function createPorts(
  {
    context,
    execution,
    definition,
    lease,
  }: { context: AppContext; execution: ExecutionForRun; definition: Definition; lease: Lease },
  limit: TimeLimit,
  { stopping, lost, setWaiting }: Signals,
): RunPorts {
  const { authorize, reject, deferTurns } = createConnectionPorts(context, execution.organization_id);
  const { readValues } = createValuePort(context, execution.organization_id);
  // The fields are listed by name: V8 takes several times as long to spread an object and add to it, and every run builds one.
  return {
    authorize,
    reject,
    deferTurns,
    readValues,
    listSecrets: () =>
      listSecretsOutsideDefinition(
        context,
        { id: execution.integration_id, organizationId: execution.organization_id },
        definition,
      ),
    ...createAnswerPorts(context, execution.id),
    memory: createMemoryPort(context, {
      integrationId: execution.integration_id,
      isTest: execution.is_test === 1,
    }),
    now: context.now,
    rest: yieldTurn,
    setTimer,
    inTurns: runInTurns,
    digest: digestFile,
    hasFile: async (file) => (await findOwnFile(context, execution, file)) !== undefined,
    takeTurn: (call) =>
      takeTurn(context, call, {
        executionId: execution.id,
        latest: limit.endsAt(),
        signals: [stopping, lost],
        setWaiting,
      }),
    async send(request, attemptId) {
      if (isStoreUrl(request.url)) {
        const caller = { id: execution.id, lease };
        return sendToStore(
          context,
          { organizationId: execution.organization_id, execution: caller },
          request,
        );
      }
      return sendCall(context, execution, { request, attemptId }, limit, { stopping, lost, setWaiting });
    },
  };
}

/** The longest time that a timer of Node measures, in milliseconds. */
const longestMs = 2 ** 31 - 1;

function setTimer(ms: number, ring: () => void): () => void {
  const timer = setTimeout(ring, Math.min(ms, longestMs));
  return () => clearTimeout(timer);
}
