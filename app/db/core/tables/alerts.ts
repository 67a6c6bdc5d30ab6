// Alerts when something goes wrong: channels, incidents and messages; see `Tables`.
import type { FailureKind } from '~/engine/events/failure-kind';
import type { AlertEvent, ChannelKind } from '~/engine/alerts/names';
import type { Defaulted } from './defaulted';

export type Transition = 'opened' | 'reminder' | 'resolved' | 'summary';
/** `counted`: never sent, because another message notifies its recipient of it, or how many such messages were withheld. */
export type AlertMessageStatus = 'queued' | 'sent' | 'failed' | 'withheld' | 'counted';

export interface AlertTables {
  alert_channels: {
    id: string;
    /** Null for a channel that notifies the administrators of the installation's problems. */
    organization_id: string | null;
    /** The only integration that the channel watches; null: it watches all of them, or those of a tag. */
    integration_id: string | null;
    /** The tag of the integrations that it watches; null: it watches all of them, or one. */
    tag: string | null;
    name: string;
    kind: ChannelKind;
    /** JSON of the engine's `ChannelTarget`, sealed. */
    target: string;
    /** JSON of the engine's `AlertThresholds`. */
    events: string;
    remind_hours: number | null;
    version: number;
    created_at: number;
    updated_at: number;
  };
  incidents: {
    id: string;
    organization_id: string | null;
    integration_id: string | null;
    event: AlertEvent;
    /** The address that the incident belongs to; '' for an incident of the channels. */
    recipient: Defaulted<string>;
    /** The number of failures so far; 1 for other events. */
    count: number;
    /** The number of failures that the integration had before the first one of this incident. */
    counted_from: Defaulted<number>;
    /** A description of the problem, secrets masked. */
    reason: string | null;
    /** The last execution that failed. */
    execution_id: string | null;
    opened_at: number;
    last_at: number;
    muted_until: Defaulted<number | null>;
    resolved_at: Defaulted<number | null>;
    /** For failures: the call that fails ('' for none) and the kind of failure; '' for other events. */
    call_id: Defaulted<string>;
    call_name: Defaulted<string>;
    failure: Defaulted<FailureKind | ''>;
  };
  alert_messages: {
    id: string;
    incident_id: string;
    /** Null for a mail to an address that a response rule names. */
    channel_id: string | null;
    /** The address of a mail; '' for other messages. */
    recipient: Defaulted<string>;
    transition: Transition;
    /** JSON of the services' `AlertContent`. */
    content: string;
    status: Defaulted<AlertMessageStatus>;
    attempts: Defaulted<number>;
    /** When the message is to be tried next; while a process sends it, when another process may try. */
    next_at: number;
    error_message: Defaulted<string | null>;
    created_at: number;
    sent_at: Defaulted<number | null>;
  };
}
