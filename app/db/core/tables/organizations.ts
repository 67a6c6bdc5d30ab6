// Organizations, their members and their records; see `Tables`.
import type { Defaulted } from './defaulted';

export type Role = 'OWNER' | 'ADMIN' | 'MEMBER';

/** What a member of the role MEMBER may do with integrations: edit and run them, run them, or only look. Owners and admins edit. */
export type Access = 'edit' | 'run' | 'read';

export interface OrganizationTables {
  organizations: {
    id: string;
    name: string;
    description: string | null;
    created_at: number;
    updated_at: number;
    /** When the organization was deleted: none of its executions begins any more, and its rows are being removed. */
    deleted_at: Defaulted<number | null>;
    /** The most executions that may begin in an hour and in a day; null without a limit. */
    executions_an_hour: Defaulted<number | null>;
    executions_a_day: Defaulted<number | null>;
    /** 1: the members need a second factor. */
    requires_second_factor: Defaulted<number>;
  };
  /** For organizations with a quota: how many executions began in a slot of the span; slots are numbered from 1970. */
  quota_slots: { organization_id: string; span: 'hour' | 'day'; slot: number; begun: number };
  memberships: {
    user_id: string;
    organization_id: string;
    role: Role;
    access: Defaulted<Access>;
    created_at: number;
  };
  billing_details: {
    organization_id: string;
    company_name: string;
    tax_id: string;
    address: string;
    city: string;
    postal_code: string;
    country: string;
    card_brand: Defaulted<string | null>;
    card_last_four: Defaulted<string | null>;
    /** MM/YY */
    card_expiry: Defaulted<string | null>;
    card_holder: Defaulted<string | null>;
    created_at: number;
    updated_at: number;
  };
  /** One row: the audit entry that was streamed last, and the time until which a process has claimed the stream. */
  audit_stream: { one: 1; last_id: string; claimed_until: number };
  audit: {
    id: string;
    organization_id: string | null;
    user_id: string | null;
    kind: string;
    subject_id: string | null;
    detail: string | null;
    address: string | null;
    created_at: number;
  };
}
