// Authorizations that a person has begun at a provider. The returned state finds the row by its hash, and works once.
import type { Queries } from '../core/queries';

export interface OauthState {
  /** The hash of the state that the provider sends back. */
  hash: string;
  connectionId: string;
  /** The version of the connection at the beginning: after a change of the credentials the provider's answer is of no use. */
  connectionVersion: number;
  userId: string;
  /** The session that began the authorization; null when a program asked for the address. */
  session: string | null;
  /** The code verifier of PKCE; sealed. */
  verifier: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Adds a state and deletes expired ones. */
export async function insertOauthState(db: Queries, state: OauthState & { now: number }): Promise<void> {
  await db.run(db.build.deleteFrom('oauth_states').where('expires_at', '<=', state.now));
  await db.run(
    db.build.insertInto('oauth_states').values({
      hash: state.hash,
      connection_id: state.connectionId,
      connection_version: state.connectionVersion,
      user_id: state.userId,
      session: state.session,
      verifier: state.verifier,
      expires_at: state.expiresAt,
    }),
  );
}

/** Returns a state that is neither expired nor used, with the organization of its connection. */
export function findOauthState(
  db: Queries,
  hash: string,
  now: number,
): Promise<(OauthState & { organizationId: string }) | undefined> {
  return db.first(
    db.build
      .selectFrom('oauth_states')
      .innerJoin('connections', 'connections.id', 'oauth_states.connection_id')
      .select([
        'hash',
        'connection_id as connectionId',
        'connection_version as connectionVersion',
        'user_id as userId',
        'session',
        'verifier',
        'expires_at as expiresAt',
        'connections.organization_id as organizationId',
      ])
      .where('hash', '=', hash)
      .where('expires_at', '>', now)
      .where('used_at', 'is', null),
  );
}

export async function updateOauthStateUsed(db: Queries, hash: string, now: number): Promise<void> {
  await db.run(db.build.updateTable('oauth_states').set({ used_at: now }).where('hash', '=', hash));
}
