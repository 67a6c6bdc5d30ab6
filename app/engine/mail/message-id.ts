/**
 * Returns the Message-ID of a mail (RFC 5322 §3.6.4), by which many mailboxes recognize one that comes again. `key` identifies
 * the mail, and `sender` is the address that it comes from.
 */
export function writeMessageId(key: string, sender: string): string {
  return `<${key.replace(/[^\w.+-]/g, '')}@${sender.slice(sender.lastIndexOf('@') + 1)}>`;
}
