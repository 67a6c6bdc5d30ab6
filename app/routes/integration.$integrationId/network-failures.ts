import type { FailureMessage } from '~/failures';

const unsaved: FailureMessage = { title: 'Save Failed', text: 'Failed to save integration' };
const operation = 'Operation failed';
const update = 'Failed to update integration';

const failuresByIntent: Partial<Record<string, FailureMessage>> = {
  save: unsaved,
  next: unsaved,
  details: { title: 'Save failed', text: 'Could not save name changes' },
  deploy: { title: operation, text: update },
  disable: { title: 'Disable failed', text: update },
  'run-test': { title: 'Test failed', text: 'Unable to run integration test.' },
  test: { title: 'Test failed', text: 'Backend execution failed' },
};

/** Describes the failure of a form without a response, by its intent. */
export function describeNetworkFailure(form: FormData): FailureMessage {
  const [intent = ''] = String(form.get('intent') ?? 'save').split(':');
  return failuresByIntent[intent] ?? { title: operation, text: 'Please try again.' };
}
