// The pages of an organization's settings that the tabs and the command palette list for people who may open them; each page checks
// the permission itself.
import { can, type Permission, type Rights } from './role-permissions';

/** A page of the settings: its address and its label. */
interface SettingsPage {
  to: string;
  label: string;
}

const base = '/organization/settings';

/** In the order of the tabs. */
const pages: (SettingsPage & { permission: Permission })[] = [
  { to: `${base}/connections`, label: 'Connections', permission: 'manage-connections' },
  { to: `${base}/values`, label: 'Values', permission: 'manage-values' },
  { to: `${base}/stores`, label: 'Stores', permission: 'read' },
  { to: `${base}/tokens`, label: 'API tokens', permission: 'manage-tokens' },
  { to: `${base}/alerts`, label: 'Alerts', permission: 'manage-alerts' },
  { to: `${base}/audit`, label: 'Audit log', permission: 'read-audit' },
  { to: `${base}/data`, label: 'Data', permission: 'export-organization' },
];

/** Returns those pages that these rights open. */
export function listSettingsPages(rights: Rights): SettingsPage[] {
  return pages.filter(({ permission }) => can(rights, permission)).map(({ to, label }) => ({ to, label }));
}
