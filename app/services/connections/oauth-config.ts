import type { ConnectionConfig } from '~/engine/connections/connection';
import type { ObtainingKind } from '~/engine/connections/kinds';

/** A connection that asks a provider for tokens. */
export type ObtainingConfig = Extract<ConnectionConfig, { kind: ObtainingKind }>;

/** A connection that asks for tokens by OAuth 2.0. */
export type OauthConfig = Exclude<ObtainingConfig, { kind: 'github_app' | 'aws_role' }>;
