import { type ConnectionKind, kindNames } from '../../connections/kinds';

/** Those that sign what other programs sign, too. */
export type NeededKind = Extract<ConnectionKind, 'digest' | 'oauth1' | 'aws_sigv4' | 'signed_jwt'>;

/** What is said of credentials that a call has only with a connection, of which an import makes none. */
export function describeConnectionNeed(kind: NeededKind): string {
  return `${kindNames[kind]} was left out: it needs a connection of that kind, which the call then chooses.`;
}
