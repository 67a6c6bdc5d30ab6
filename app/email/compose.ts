import type { Message } from './mailer';

interface Parts {
  subject: string;
  before: string[];
  action: { label: string; link: string };
  after: string[];
}

/** A mail of paragraphs around one link, the same in text and HTML; everything given is escaped. */
export function compose({ subject, before, action, after }: Parts): Message {
  const text = [...before, `${action.label}: ${action.link}`, ...after].join('\n\n');
  const link = escapeHtml(action.link);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:520px;margin:0 auto">
<h1 style="font-size:20px;line-height:1.4;margin:0 0 16px">${escapeHtml(subject)}</h1>
${before.map(paragraph).join('\n')}
<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#4f46e5;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;word-break:break-all">${link}</p>
${after.map(paragraph).join('\n')}
</div>
</body>
</html>
`;
  return { subject, text, html };
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
