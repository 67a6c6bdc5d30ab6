// The pages of an organization's settings that not every role may open. The tabs and the command palette list only those that the
// role may open; each page checks the permission itself.
import type { Role } from '~/db/core/tables';
import { can, type Permission } from './role-permissions';

const permissions = {
  connections: 'manage-connections',
  values: 'manage-values',
  tokens: 'manage-tokens',
  alerts: 'manage-alerts',
  audit: 'read-audit',
  data: 'export-organization',
} as const satisfies Record<string, Permission>;

/** Returns the last parts of the paths of those pages that a role may open: `tokens` for `/organization/settings/tokens`. */
export function listSettingsPages(role: Role): string[] {
  return Object.entries(permissions).flatMap(([page, permission]) => (can(role, permission) ? [page] : []));
}
