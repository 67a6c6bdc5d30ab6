import { formatCount } from '~/engine/texts/format-count';
import { type FailureKind, nameFailure } from '../../engine/events/failure-kind';
import type { AlertEvent } from '../../engine/alerts/names';
import { eventNames } from './event-names';

interface Incident {
  event: AlertEvent;
  call: { name: string } | null;
  failure: FailureKind | null;
  reason: string | null;
  count: number;
}

/**
 * Describes an incident: which call fails, how, and how often, or what else goes wrong. The reason follows unless it repeats
 * that. A reason that names the call replaces the kind of failure, because it is more exact.
 */
export function describeIncident(incident: Incident): { what: string; reason: string | null } {
  const { call, reason, count } = incident;
  const isSaid = call !== null && reason?.startsWith(`${call.name}: `) === true;
  const what = isSaid ? reason.replace(/\.$/, '') : nameEvent(incident);
  const times = count > 1 ? `, ${formatCount(count)} times` : '';
  // A period would become part of the address that the reason ends with.
  const end = times === '' && /https?:\/\/\S+$/.test(what) ? '' : '.';
  return { what: `${what}${times}${end}`, reason: isSaid ? null : reason };
}

/** Names the call that fails and how, or what else goes wrong. */
export function nameEvent({ event, call, failure }: Omit<Incident, 'reason' | 'count'>): string {
  const named = nameFailure(call, failure);
  if (named === undefined) return eventNames[event];
  return call ? named : `${eventNames[event]}: ${named}`;
}
