// Mails; see `Tables`.
import type { Defaulted } from './defaulted';

export interface MailTables {
  emails: {
    id: string;
    recipient: string;
    subject: string;
    /** Sealed, like the HTML. */
    body_text: string;
    body_html: string;
    status: 'queued' | 'sent' | 'failed';
    attempts: Defaulted<number>;
    error_message: string | null;
    created_at: number;
    sent_at: number | null;
    /** The organization that the mail is about, if any. */
    organization_id: Defaulted<string | null>;
  };
}
