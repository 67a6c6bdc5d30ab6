import type { ReactNode } from 'react';
import { CopyButton } from '~/components/copy-button';
import { CallLog } from './call-log';
import { LoggedText } from './logged-text';
import type { ShownCall, ShownExecution } from './shown-execution';

/** The log of one execution, block by block. */
export function ExecutionDetails({ details }: { details: ShownExecution }) {
  const { triggerData, calls, executionData, errorMessage } = details;
  return (
    <div className="flex flex-col gap-5">
      {triggerData && <LoggedText label="Trigger Data" shown={triggerData} />}
      {calls.length > 0 && (
        <Block
          title="API Calls Executed"
          action={<CopyButton label="API Calls Executed" text={calls.map(summarizeCall).join('\n')} />}
        >
          <div className="flex flex-col gap-3">
            {calls.map((call) => (
              <CallLog key={call.step} call={call} />
            ))}
          </div>
        </Block>
      )}
      {executionData && <LoggedText label="Execution Data" shown={executionData} />}
      {errorMessage && <LoggedText label="Error Details" shown={{ text: errorMessage, notes: [] }} />}
      {!triggerData && !executionData && !errorMessage && calls.length === 0 && (
        <p className="text-ink-muted">Nothing has been logged yet.</p>
      )}
    </div>
  );
}

function Block({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <div className="mb-2 flex items-center justify-between gap-2 pr-1">
        <h4 className="font-semibold">{title}</h4>
        {action}
      </div>
      {children}
    </section>
  );
}

function summarizeCall({ name, request, response, error, duration }: ShownCall): string {
  const sent = request ? `${request.method} ${request.url}` : 'not sent';
  const result = response ? `${response.status} ${response.statusText}`.trim() : (error ?? 'no answer yet');
  return `${name}: ${sent} → ${result}${duration === null ? '' : ` (${duration} ms)`}`;
}
