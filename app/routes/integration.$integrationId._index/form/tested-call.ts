import type { FoundPath } from '~/engine/paths/path-discovery';
import type { CallTest } from '~/services/test-runs/call-test';
import type { MissingVariables } from './test-variable';

/** What came of a press of 'Test API Call'. */
export type TestedCall = {
  callIndex: number;
} & (
  | {
      kind: 'response';
      test: Omit<CallTest, 'responseMapping'>;
      paths: FoundPath[];
      /** What each path as it was typed led to, as text; null when to nothing. */
      mapped: [typed: string, value: string | null][];
    }
  /** Nothing was sent. */
  | { kind: 'refused'; message: string }
  | MissingVariables
);
