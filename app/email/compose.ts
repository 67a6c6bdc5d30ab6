import { escapeHtml } from '../escape-html';
import type { Message } from './mailer';

interface Parts {
  subject: string;
  before: string[];
  /** Facts with their labels, such as when something happened; foreign values are put on one line each. */
  facts?: [label: string, value: string][];
  action: { label: string; link: string };
  after: string[];
}

/**
 * Composes a mail of paragraphs and facts around one link, the same in text and HTML; it escapes everything it is given. The
 * layout uses tables and attributes, because many mail programs know nothing else; those that know style sheets follow the
 * reader's dark mode.
 */
export function compose({ subject, before, facts = [], action, after }: Parts): Message {
  const listed = facts.map(([label, value]) => `${label}: ${oneLine(value)}`).join('\n');
  const lead = listed === '' ? before : [...before, listed];
  const text = [...lead, `${action.label}: ${action.link}`, ...after].join('\n\n');
  const link = escapeHtml(action.link);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #131319 !important; }
  .card { background: #1c1c24 !important; border-color: #33333f !important; }
  .ink { color: #f1f1f4 !important; }
  .muted, .muted a { color: #a9a9b8 !important; }
}
@media (max-width: 480px) {
  .card { padding: 24px 20px 8px !important; }
  .label, .value { display: block !important; padding-right: 0 !important; }
  .label { padding-bottom: 0 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f4f7">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f4f7">
<tr><td align="center" style="padding:32px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="muted" style="padding:0 4px 16px;font-size:14px;font-weight:600;color:#5c5c6b">Wicked Integrations</td></tr>
<tr><td class="card" style="padding:32px 32px 16px;background:#ffffff;border:1px solid #e3e3ea;border-radius:12px">
<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:1.4;color:#1b1b22;overflow-wrap:anywhere">${escapeHtml(subject)}</h1>
${before.map(paragraph).join('\n')}${listFacts(facts)}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr>
<td style="border-radius:8px;background:#4f46e5"><a href="${link}" style="display:inline-block;padding:12px 20px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a></td>
</tr></table>
${after.map(paragraph).join('\n')}
</td></tr>
<tr><td class="muted" style="padding:16px 4px 0;font-size:13px;color:#5c5c6b;word-break:break-all">If the button does not work, open this address:<br><a href="${link}" style="color:#5c5c6b">${link}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
  return { subject, text, html };
}

function listFacts(facts: [label: string, value: string][]): string {
  if (facts.length === 0) return '';
  const rows = facts.map(
    ([label, value]) => `<tr>
<td class="muted label" style="padding:0 16px 8px 0;vertical-align:top;color:#5c5c6b">${escapeHtml(label)}</td>
<td class="ink value" style="padding:0 0 8px;vertical-align:top;color:#1b1b22;overflow-wrap:anywhere">${escapeHtml(oneLine(value))}</td>
</tr>`,
  );
  return `
<table role="presentation" cellpadding="0" cellspacing="0">
${rows.join('\n')}
</table>`;
}

/** Formats a time (ISO 8601, in UTC) as people read it, to the second: `2026-01-05 12:00:00 UTC`. */
export function formatTime(at: string): string {
  return `${at.slice(0, 19).replace('T', ' ')} UTC`;
}

/** Who changed rights in an organization: the email of a person, whose API token may have done it. */
interface Actor {
  by: string;
  isByToken: boolean;
}

/** Names who changed rights, at the start of a sentence, to the reader with the address `to`. */
export function nameActor({ by, isByToken }: Actor, to: string): string {
  if (by === to) return isByToken ? 'An API token of yours' : 'You';
  return isByToken ? `An API token of ${by}` : by;
}

/** Says what to do about a change of rights that its actor did not make. Also somebody reads it who may revoke nothing. */
export function askActor({ by, isByToken }: Actor, to: string): string {
  if (by === to) {
    return isByToken
      ? 'If you did not do it, revoke your API tokens under Organization Settings, then API tokens, and choose a new password: that ends all of your sessions.'
      : 'If you did not do it, choose a new password: that ends all of your sessions.';
  }
  return isByToken
    ? `If ${by} did not do it, an owner should revoke their API tokens under Organization Settings, then API tokens. Ask them to choose a new password, too: that ends all of their sessions.`
    : `If ${by} did not do it, ask them to choose a new password: that ends all of their sessions.`;
}

function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 16px;color:#1b1b22;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;
}

/** Puts foreign text on one line, so that it cannot imitate lines of the mail. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 500 ? `${line.slice(0, 500)}…` : line;
}
