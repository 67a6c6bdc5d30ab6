// Where people are notified when something goes wrong, of what, and from when on.
import '../schema/zod-settings';
import { z } from 'zod';
import { describeChoice } from '../schema/choice';
import { refuseCharacters, removeUnseen } from '../schema/name-characters';
import { channelKinds } from './names';
import { readUrl } from '../http/read-url';

export const alertLimits = { channels: 20, name: 100, url: 2_000, secret: 200, messagesPerHour: 60 };

/** The figures from which on people are notified: failures in a row, minutes late, hours without a completed execution. */
export const AlertThresholds = z.object({
  failing: whole(1, 1_000).optional(),
  late: whole(1, 1_440).optional(),
  silent: whole(1, 720).optional(),
  /** Any figure switches this event on. */
  backup: whole(1, 1).optional(),
  disk: whole(1, 1).optional(),
  /** How many minutes the oldest job waits. */
  queue: whole(1, 1_440).optional(),
  /** Any figure switches this event on. */
  mail: whole(1, 1).optional(),
});
export type AlertThresholds = z.infer<typeof AlertThresholds>;

function whole(min: number, max: number) {
  const message =
    min === max ? `Write ${min} or leave it empty` : `Write a whole number from ${min} to ${max}`;
  return z.number({ error: message }).int(message).min(min, message).max(max, message);
}

/** Where messages go: a URL, with the secret that signs them, or people. */
export interface ChannelTarget {
  /** A group of people, or the email address of one of them. */
  recipients?: string | undefined;
  url?: string | undefined;
  secret?: string | undefined;
}

/** A channel as a user enters it, in the clear. */
export const ChannelInput = z
  .object({
    name: z
      .string({ error: 'Name is required' })
      .overwrite(removeUnseen)
      .trim()
      .min(1, { error: 'Name is required', abort: true })
      .max(alertLimits.name, `Names must be ${alertLimits.name} characters or less`)
      .check(refuseCharacters('Names')),
    kind: z.enum(channelKinds, { error: describeChoice('The kind', channelKinds) }),
    recipients: z.string().trim().toLowerCase().max(254).default(''),
    url: z
      .string()
      .trim()
      .max(alertLimits.url, `Webhook URLs must be ${alertLimits.url} characters or less`)
      .default(''),
    secret: z
      .string()
      .trim()
      .max(alertLimits.secret, `Secrets must be ${alertLimits.secret} characters or less`)
      .default(''),
    integrationId: z.string().max(100).nullable().default(null),
    tag: z.string().max(200, 'Tags must be 200 characters or less').nullable().default(null),
    events: AlertThresholds,
    remindHours: whole(1, 720).nullable().default(null),
  })
  .check(({ value, issues }) => {
    const report = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: value });
    if (Object.values(value.events).every((threshold) => threshold === undefined)) {
      report('events', 'Choose at least one event to be notified of');
    }
    if (value.integrationId !== null && value.tag !== null) {
      report('tag', 'Choose an integration or a tag, not both');
    }
    if (value.kind === 'email') {
      if (!value.recipients) report('recipients', 'Choose who gets the emails');
      return;
    }
    if (!isWebUrl(value.url)) report('url', 'Write a webhook URL that begins with https:// or http://');
    if (value.kind === 'webhook' && value.secret.length < 16) {
      report('secret', 'A signing secret has at least 16 characters');
    }
  });
export type ChannelInput = z.infer<typeof ChannelInput>;

function isWebUrl(text: string): boolean {
  const { protocol, username, password } = readUrl(text) ?? {};
  return (protocol === 'https:' || protocol === 'http:') && !username && !password;
}
