// Reports runs to the outside: spans for a collector, and a log line for each run that ends.
import type { AppContext } from '~/context';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import type { RunEvent } from '~/engine/events/event';
import { identifyAttempt, placeOf, placeOfNotice } from '~/engine/events/call-place';
import { spanOfAttempt, spanOfExecution } from '../tracing/trace-context';

interface Run {
  context: AppContext;
  execution: ExecutionForRun;
}

/** Reports ended calls and runs where this is configured. Their events are already on disk. */
export function reportEnded(run: Run, events: RunEvent[]): void {
  const { traces, config } = run.context;
  if (traces === undefined && !config.logExecutions) return;
  for (const event of events) {
    if (event.kind === 'run-ended') reportRun(run, event);
    if (event.kind === 'call-finished') reportCall(run, event);
  }
}

function reportRun({ context, execution }: Run, event: RunEvent & { kind: 'run-ended' }): void {
  const { traces, config, log, now } = context;
  const { id: executionId, integration_id: integrationId, organization_id: organizationId } = execution;
  const { status, errorMessage } = event;
  const about = { executionId, integrationId, organizationId, status };
  const span = spanOfExecution(executionId, execution.traceparent);
  if (config.logExecutions) {
    const times = {
      durationMs: now() - (execution.began_at ?? execution.started_at),
      waitedMs: (execution.began_at ?? execution.started_at) - execution.started_at,
    };
    const trace = execution.traceparent === null ? {} : { traceId: span.traceId };
    log.info(
      { ...about, ...times, ...trace, ...(errorMessage && { reason: errorMessage }) },
      'an execution ended',
    );
  }
  traces?.record({
    context: span,
    kind: 'server',
    name: 'execution',
    beganAt: execution.started_at,
    endedAt: now(),
    attributes: {
      'wicked.execution.id': executionId,
      'wicked.integration.id': integrationId,
      'wicked.organization.id': organizationId,
      'wicked.execution.status': status,
      'wicked.trigger': execution.trigger_type,
    },
    error: status === 'error' ? (errorMessage ?? 'error') : null,
  });
}

function reportCall({ context, execution }: Run, event: RunEvent & { kind: 'call-finished' }): void {
  const { traces, now } = context;
  if (traces === undefined) return;
  const { callId, callName, loop, page, attempt, source, response, durationMs, errorMessage, outcome } =
    event;
  const item = loop?.index;
  const place = source === 'rule' ? placeOfNotice({ callId, item }) : placeOf({ callId, item, page });
  const id = identifyAttempt({ executionId: execution.id }, place, attempt);
  traces.record({
    context: spanOfAttempt(spanOfExecution(execution.id, execution.traceparent), id),
    kind: 'client',
    name: callName,
    beganAt: now() - durationMs,
    endedAt: now(),
    attributes: {
      'wicked.execution.id': execution.id,
      'wicked.call.id': callId,
      'wicked.call.attempt': attempt,
      ...(response && { 'http.response.status_code': response.status }),
    },
    error: outcome === 'error' ? (errorMessage ?? 'error') : null,
  });
}
