// Describes response handlings. Only their cards do, whose script is loaded after the page.
import { computeDelay } from '~/engine/definition/retry';
import type { CallName } from '../../form/fields/call-names';
import { readChosenCall, readRuleTarget } from '../../form/otherwise-choice';
import type { HandlingForm, RuleForm } from '../../form/step-schema';
import { listOf } from '../../form/variable-scope';
import { describeGoingOn, readRetry, type Typed } from './step-labels';

export const actionLabels: Record<string, string> = {
  continue: 'Continue',
  stop_notify: 'Stop & notify',
  retry: 'Retry',
  webhook: 'Post webhook',
  end: 'End the run',
};

/** Describes a response handling: `5xx: retry up to 3 times · otherwise stop & notify` */
export function describeHandling(step: Typed<HandlingForm>, calls: CallName[] = []): string {
  const rules = listOf(step?.statusCodeActions).map((rule) => {
    const target = readChosenCall(rule?.action);
    const known = target === undefined ? actionLabels[rule?.action ?? ''] : undefined;
    const action = known?.toLowerCase() ?? (target === undefined ? '…' : describeGoingOn(target, calls));
    const times = rule?.action === 'retry' ? ` up to ${describeTimes(rule.retryConfig)}` : '';
    const end = times && readRuleTarget(rule);
    const then = end ? `, then ${describeGoingOn(end, calls)}` : '';
    const lines = (rule?.when ?? '').split(/[\r\n]+/).filter((line) => line.trim());
    const when = lines.length > 0 ? `when ${lines.join(' and ')}` : '';
    return `${[rule?.statusCodes, when].filter(Boolean).join(' ') || '…'}: ${action}${times}${then}`;
  });
  return [
    ...rules,
    `otherwise ${(actionLabels[step?.defaultAction ?? ''] ?? 'continue').toLowerCase()}`,
  ].join(' · ');
}

function describeTimes(retry: Typed<RuleForm['retryConfig']>): string {
  const { maxRetries } = readRetry(retry);
  return maxRetries === 1 ? 'once' : `${maxRetries} times`;
}

/** Describes the waits before retries: `Waits 1 s, 2 s, 3 s` */
export function describeWaits(retry: Typed<RuleForm['retryConfig']>): string {
  const settings = readRetry(retry);
  const waits = Array.from({ length: settings.maxRetries }, (_, index) =>
    computeDelay(settings, index + 1, 0),
  );
  return `Waits ${waits.map((ms) => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`)).join(', ')}`;
}
