import { Definition } from '~/engine/integration';
import type { SendOutcome } from '~/engine/run/outcome';

type CallInput = Record<string, unknown>;

/** Calls c1, c2 … at https://c1.example/ … with orders 1, 2 …, and the steps between them. */
export function makeChain(
  calls: CallInput[],
  steps: { checks?: object[]; handlings?: object[] } = {},
): Definition {
  return Definition.parse({
    apiCalls: calls.map((call, index) => ({
      id: `c${index + 1}`,
      order: index + 1,
      url: `https://c${index + 1}.example/`,
      ...call,
    })),
    conditionalExecutionSteps: steps.checks ?? [],
    responseHandlingSteps: steps.handlings ?? [],
  });
}

/** A conditional step behind the call of that order. */
export function makeCheck(order: number, condition: object, more: object = {}) {
  return {
    id: `check${order}`,
    order: order + 0.5,
    conditionalExecution: { enabled: true, executionTrigger: 'conditional', condition },
    ...more,
  };
}

/** The response handling of a call. */
export function makeHandling(callId: string, statusCodeActions: object[], more: object = {}) {
  return {
    id: `handling-${callId}`,
    order: 1,
    nextApiCallId: callId,
    responseHandling: { defaultAction: 'continue', statusCodeActions, ...more },
  };
}

export const noAnswer: SendOutcome = {
  kind: 'failure',
  reason: 'connection',
  sent: false,
  message: 'The connection was refused.',
  durationMs: 3,
  answeredAt: Date.UTC(2026, 0, 5, 12),
};
