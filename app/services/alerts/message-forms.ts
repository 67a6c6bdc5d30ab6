// Writes messages for each kind of web address. Names and errors are escaped, as they must not mention, link or format
// anything.
import { createHmac } from 'node:crypto';
import type { ChannelKind } from '~/engine/alerts/names';
import type { AlertContent } from './content';
import { truncate } from '~/engine/texts/truncate';

export type WebKind = Exclude<ChannelKind, 'email'>;

const colours = {
  opened: 0xd92d20,
  reminder: 0xd92d20,
  resolved: 0x12a150,
  summary: 0x6b7280,
  test: 0x6b7280,
};

/** The length after which values are cut. Discord's fields hold up to 1,024 characters. */
const longest = 500;

/** Returns the JSON text of a message. */
export function writeMessage(kind: WebKind, content: AlertContent, at: number): string {
  switch (kind) {
    case 'slack':
      return JSON.stringify(writeSlack(content));
    case 'discord':
      return JSON.stringify(writeDiscord(content));
    case 'teams':
      return JSON.stringify(writeTeams(content));
    case 'webhook':
      return JSON.stringify({
        type: content.incident ? `incident.${content.transition}` : `alerts.${content.transition}`,
        timestamp: new Date(at).toISOString(),
        data: {
          subject: content.subject,
          text: content.text,
          url: content.link.url,
          incident: content.incident,
        },
      });
  }
}

/**
 * Slack shows the blocks, whose plain text formats nothing: https://docs.slack.dev/reference/block-kit/composition-objects/text-object.
 * The text is for notifications, and for services that take the messages of Slack without blocks.
 */
function writeSlack({ subject, text, details, link }: AlertContent) {
  const lines = [text, ...details.map(([label, value]) => `${label}: ${truncate(value, longest)}`)];
  const action = `<${link.url}|${link.label}>`;
  return {
    text: [`*${escapeFormats(subject)}*`, ...lines.map(escapeFormats), action].join('\n'),
    blocks: [
      { type: 'header', text: writePlain(subject, 150) },
      { type: 'section', text: writePlain(lines.join('\n'), 3000) },
      { type: 'section', text: { type: 'mrkdwn', text: action } },
    ],
  };
}

/** Writes a plain text of at most `most` characters, also when each escaped one counts as several. */
function writePlain(text: string, most: number) {
  const write = (length: number) => escapeSlack(truncate(text, length));
  // To try one length after the other takes up to a fifth of a second.
  let [fits, tooLong] = [1, most + 1];
  while (tooLong - fits > 1) {
    const length = Math.floor((fits + tooLong) / 2);
    if (write(length).length > most) tooLong = length;
    else fits = length;
  }
  return { type: 'plain_text', text: write(fits), emoji: false };
}

/** Escapes `&`, `<` and `>`, the only ones that can be: https://docs.slack.dev/messaging/formatting-message-text */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Writes signs that format and cannot be escaped, as those around bold, italic and code, as others that look like them. */
function escapeFormats(text: string): string {
  return escapeSlack(text).replace(/[*_~`]/g, (sign) => lookalikes[sign] ?? sign);
}

const lookalikes: Record<string, string> = { '*': '∗', _: '＿', '~': '∼', '`': '‵' };

/** https://discord.com/developers/docs/resources/webhook#execute-webhook */
function writeDiscord({ transition, subject, text, details, link }: AlertContent) {
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: escapeMarkdown(subject).slice(0, 250).replace(/\\$/, ''),
        url: link.url,
        description: escapeMarkdown(text),
        color: colours[transition],
        fields: details.map(([name, value]) => ({ name, value: escapeMarkdown(truncate(value, longest)) })),
      },
    ],
  };
}

/** Writes an Adaptive Card, which the workflows of Teams and its former connectors accept. */
function writeTeams({ subject, text, details, link }: AlertContent) {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', size: 'Medium', weight: 'Bolder', wrap: true, text: escapeMarkdown(subject) },
      { type: 'TextBlock', wrap: true, text: escapeMarkdown(text) },
      {
        type: 'FactSet',
        facts: details.map(([title, value]) => ({ title, value: escapeMarkdown(truncate(value, longest)) })),
      },
    ],
    actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  };
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()<>#|~]/g, '\\$&');
}

/**
 * Signs by https://github.com/standard-webhooks/standard-webhooks, "Signature scheme". Uses a secret not in base64 as the key.
 */
export function signMessage(
  secret: string,
  { id, body, at }: { id: string; body: string; at: number },
): [name: string, value: string][] {
  const timestamp = String(Math.floor(at / 1000));
  const text = secret.startsWith('whsec_') ? secret.slice(6) : secret;
  const decoded = Buffer.from(text, 'base64');
  const key = decoded.toString('base64') === text ? decoded : Buffer.from(secret);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return [
    ['webhook-id', id],
    ['webhook-timestamp', timestamp],
    ['webhook-signature', `v1,${signature}`],
  ];
}
