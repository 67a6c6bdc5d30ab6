// The ways in which executions fail, in words.
import type { FailureKind } from '../events/failure-kind';

export const failureNames: Record<FailureKind, string> = {
  '4xx': 'answered 4xx',
  '5xx': 'answered 5xx',
  unreachable: 'host not reached',
  timeout: 'no answer in time',
  tls: 'no secure connection',
  'refused-address': 'address not allowed',
  response: 'unusable answer',
  rule: 'stopped by a response rule',
  request: 'call could not be written',
  payload: 'unusable payload',
  'time-limit': 'execution took too long',
  loop: 'executions start each other',
  other: 'failed',
};
