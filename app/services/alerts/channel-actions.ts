// Performs the buttons of a channel's screen, and returns the message to show.
import type { AppContext } from '~/context';
import { describeProblem, type Problem } from '~/problem';
import type { AlertActor } from './alert-actor';
import type { ChannelChange } from './channel-input';
import { testOnce } from '../test-once';
import { testChannel } from './channel-test';
import { changeChannel, deleteChannel } from './channels';

interface ChannelAction {
  id: string;
  /** `save`, `test` or `delete`. */
  intent: string;
  change: ChannelChange & { version: number };
  /** The form that was sent. */
  form: FormData;
}

interface ChannelActionDone {
  kind: 'done';
  isGone?: true;
  toast: { tone: 'success' | 'destructive'; title: string; description?: string };
}

/** Performs one button. Problems: those of its action. */
export async function performChannelAction(
  context: AppContext,
  actor: AlertActor,
  { id, intent, change, form }: ChannelAction,
): Promise<ChannelActionDone | Problem> {
  if (intent === 'delete') {
    const outcome = await deleteChannel(context, actor, id);
    if (outcome.kind !== 'deleted') return outcome;
    return { kind: 'done', isGone: true, toast: { tone: 'success', title: 'Channel deleted' } };
  }
  if (intent === 'test') {
    const outcome = await testOnce(context, { actor, subjectId: id, form }, () =>
      testChannel(context, actor, id),
    );
    if (outcome.kind === 'too-many-requests') return fail(describeProblem(outcome).body.message);
    if (outcome.kind !== 'tested') return outcome;
    return outcome.error === null ? done('Test sent', 'See whether it arrived.') : fail(outcome.error);
  }
  const outcome = await changeChannel(context, actor, id, change);
  return outcome.kind === 'channel' ? done('Channel saved', 'It applies from the next message on.') : outcome;
}

function done(title: string, description: string): ChannelActionDone {
  return { kind: 'done', toast: { tone: 'success', title, description } };
}

function fail(description: string): ChannelActionDone {
  return { kind: 'done', toast: { tone: 'destructive', title: 'Test failed', description } };
}
