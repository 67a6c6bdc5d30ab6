import type { CallTrace } from '~/services/test-runs/chain-test';
import type { TestResultProps } from './test-result';

/** Converts what a test of the whole chain did with a call to the result of a test of that call. */
export function toResult(trace: CallTrace): Pick<TestResultProps, 'test' | 'sent' | 'paths'> {
  const { status, message, statusCode, duration, request, response, paths } = trace;
  const { headers = {}, body = '', truncated = false } = response ?? {};
  const error = status === 'success' ? null : message;
  return {
    test: { statusCode: statusCode ?? 0, headers, body, truncated, error, responseTime: duration },
    sent: request,
    paths,
  };
}
