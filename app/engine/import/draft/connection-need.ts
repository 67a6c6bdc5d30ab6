import { type ConnectionKind, kindNames } from '../../connections/kinds';

/** The kinds of connections that replace a scheme which other programs also sign with. */
export type NeededKind = Extract<ConnectionKind, 'digest' | 'oauth1' | 'aws_sigv4' | 'signed_jwt'>;

/** Returns the note about credentials that need a connection, which an import does not create. */
export function describeConnectionNeed(kind: NeededKind): string {
  return `${kindNames[kind]} was left out: it needs a connection of that kind, which the call then chooses.`;
}
