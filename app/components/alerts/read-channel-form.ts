// A channel's form, as it was sent, and a channel as the form shows it.
import type { AlertThresholds } from '../../engine/alerts/channel';
import { type AlertEvent, alertEvents } from '../../engine/alerts/names';
import type { Typed } from '../typed-form/typed-form';

/** What was typed as the services take it: an event without a figure is left out. */
export function toChannelInput(typed: Typed) {
  const events: Partial<Record<AlertEvent, number>> = {};
  for (const event of alertEvents) {
    const figure = typed[event]?.trim();
    if (figure) events[event] = Number(figure);
  }
  return {
    name: typed.name ?? '',
    kind: typed.kind ?? '',
    recipients: typed.recipients ?? '',
    url: typed.url ?? '',
    secret: typed.secret ?? '',
    integrationId: typed.integrationId || null,
    events,
    remindHours: typed.remindHours?.trim() ? Number(typed.remindHours) : null,
  };
}

interface ShownChannel {
  name: string;
  kind: string;
  recipients: string;
  url: string;
  secret: string;
  integrationId: string | null;
  events: AlertThresholds;
  remindHours: number | null;
}

export function toTypedChannel(channel: ShownChannel): Typed {
  const { events, integrationId, remindHours, name, kind, recipients, url, secret } = channel;
  const figures = Object.entries(events).map(([event, figure]) => [event, String(figure)]);
  return {
    ...Object.fromEntries(figures),
    name,
    kind,
    recipients,
    url,
    secret,
    integrationId: integrationId ?? '',
    remindHours: remindHours === null ? '' : String(remindHours),
  };
}

/** What is wrong, by the names of the fields: that of an event stands at its figure. */
export function toChannelErrors(fields: Record<string, string[]> = {}): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [field.replace(/^events\./, ''), messages]),
  );
}
