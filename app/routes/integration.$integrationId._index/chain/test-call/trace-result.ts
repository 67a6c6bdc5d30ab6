import type { CallTrace } from '~/services/test-runs/chain-test';
import type { TestResultProps } from './test-result';

/** What a test of the whole chain did with a call, as the test of that call alone shows it. */
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
