import { describeReplays } from '~/engine/replays/automatic-replays';
import type { ActionContext } from '../../integration.$integrationId/action-context';
import { readCount, saveLimits } from './limits-action';

/** Saves how many times a failed execution is replayed automatically. An empty choice means never. */
export async function submitReplays(subject: ActionContext, formData: FormData) {
  return await saveLimits(subject, formData, {
    limits: { automaticReplays: readCount(formData, 'automaticReplays') },
    title: 'Automatic replays saved',
    describe: ({ automaticReplays: count }) =>
      count === null
        ? 'Failed executions are not replayed.'
        : `Failed executions are replayed ${describeReplays(count)}.`,
  });
}
