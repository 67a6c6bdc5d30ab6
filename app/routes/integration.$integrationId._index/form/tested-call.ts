import type { FoundPath } from '~/engine/paths/path-discovery';
import type { CallTest } from '~/services/test-runs/call-test';
import type { MissingVariables } from './test-variable';

/** The outcome of a press of 'Test API Call'. */
export type TestedCall = {
  callIndex: number;
} & (
  | {
      kind: 'response';
      /** The id that the form has for the call. */
      callId: string;
      test: Omit<CallTest, 'responseMapping'>;
      paths: FoundPath[];
      /** The value, as text, that each typed path found; null when it found nothing. */
      mapped: [typed: string, value: string | null][];
    }
  /** No request was sent. */
  | { kind: 'refused'; message: string }
  | MissingVariables
);
