// The organizations' values; see `Tables`.
import type { ValueFormat } from '~/engine/values/value';

export interface ValueTables {
  organization_values: {
    id: string;
    organization_id: string;
    /** Unique within the organization; case is ignored. */
    name: string;
    format: ValueFormat;
    is_secret: 0 | 1;
    /** The value as it was entered; sealed when it is a secret. */
    value: string;
    /** JSON: the hosts that may get a secret. */
    allowed_hosts: string;
    version: number;
    updated_by: string | null;
    created_at: number;
    updated_at: number;
  };
  /** The values that the newest versions of integrations name, including values that the organization does not have. */
  value_uses: { integration_id: string; name: string };
}
