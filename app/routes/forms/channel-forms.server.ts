// The forms of alert channels. Those of an organization and those of the installation differ in who acts and where they are.
import { redirectWithToast } from '~/auth/toast-cookie';
import { toChannelErrors, toChannelInput } from '~/components/alerts/read-channel-form';
import { readTyped } from '~/components/typed-form/typed-form';
import type { AppContext } from '~/context';
import type { AlertActor } from '~/services/alerts/alert-actor';
import { performChannelAction } from '~/services/alerts/channel-actions';
import { createChannel, readChannelById } from '~/services/alerts/channels';
import { idOfForm } from '~/services/form-key';
import { respondRefused, respondSavedSince } from './respond-refused.server';

/** Creates a channel and shows it, at its own address below `base`. */
export async function submitNewChannel(app: AppContext, actor: AlertActor, form: FormData, base: string) {
  const typed = readTyped(form);
  const outcome = await createChannel(app, actor, toChannelInput(typed), idOfForm(app, actor, form));
  if (outcome.kind === 'channel') {
    return redirectWithToast(app, `${base}/${outcome.channel.id}`, {
      tone: 'success',
      title: 'Channel created',
      description: 'Send a test to check that its messages arrive.',
    });
  }
  return respondRefused(outcome, typed, toChannelErrors(outcome.fields));
}

/** Performs a button of a channel and shows the channel again, or the `list` when it is deleted. */
export async function submitChannel(
  app: AppContext,
  actor: AlertActor,
  form: FormData,
  { id, base, list }: { id: string; base: string; list: string },
) {
  const typed = readTyped(form);
  const change = { ...toChannelInput(typed), version: Number(typed.version) };
  const outcome = await performChannelAction(app, actor, { id, intent: typed.intent ?? '', change, form });
  if (outcome.kind === 'done') {
    return redirectWithToast(app, outcome.isGone ? list : `${base}/${id}`, outcome.toast);
  }
  const present = outcome.kind === 'conflict' && (await readChannelById(app, { ...actor, id }));
  return present && present.kind === 'channel'
    ? respondSavedSince('channel', typed, present.channel.version)
    : respondRefused(outcome, typed, toChannelErrors(outcome.fields));
}
