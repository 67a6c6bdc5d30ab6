// The form of a channel as it was sent, and a channel as the form shows it.
import type { AlertThresholds } from '../../engine/alerts/channel';
import { type AlertEvent, alertEvents } from '../../engine/alerts/names';
import { readTagValue, toTagValue } from '../integration/tag-value';
import type { Typed } from '../typed-form/typed-form';

/** Converts the typed values to the services' input: an event without a figure is left out. */
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
    ...readWatched(typed.watched ?? ''),
    events,
    remindHours: typed.remindHours?.trim() ? Number(typed.remindHours) : null,
  };
}

/** Reads the field that says which integrations are watched; '' is all of them. */
function readWatched(value: string): { integrationId: string | null; tag: string | null } {
  const tag = readTagValue(value);
  return tag === undefined ? { integrationId: value || null, tag: null } : { integrationId: null, tag };
}

interface ShownChannel {
  name: string;
  kind: string;
  recipients: string;
  url: string;
  secret: string;
  integrationId: string | null;
  tag: string | null;
  events: AlertThresholds;
  remindHours: number | null;
}

export function toTypedChannel(channel: ShownChannel): Typed {
  const { events, integrationId, tag, remindHours, name, kind, recipients, url, secret } = channel;
  const figures = Object.entries(events).map(([event, figure]) => [event, String(figure)]);
  return {
    ...Object.fromEntries(figures),
    name,
    kind,
    recipients,
    url,
    secret,
    watched: tag === null ? (integrationId ?? '') : toTagValue(tag),
    remindHours: remindHours === null ? '' : String(remindHours),
  };
}

/** The messages by the names of the form's fields: an event has its figure's, an integration and a tag have one field. */
export function toChannelErrors(fields: Record<string, string[]> = {}): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [
      field.replace(/^events\./, '').replace(/^(?:integrationId|tag)$/, 'watched'),
      messages,
    ]),
  );
}
