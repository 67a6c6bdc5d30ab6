import type { AppContext } from '~/context';
import { readSearch } from '~/components/list-search/search-query';
import { listUsers } from '~/db/accounts/user-list';
import { listOrganizations } from '~/db/organizations/organization-list';
import { listChannelResponses } from '~/services/alerts/channel-response';
import { listIncidentResponses } from '~/services/alerts/incidents';
import { listAdministratorIds } from '~/services/installation/administrators';
import { describeBounds } from '~/services/limits/quota-text';

const pageSize = 50;

/** Loads the installation's incidents and the channels that are notified. */
export async function loadAlerts(app: AppContext) {
  const owner = { organizationId: null };
  return {
    channels: await listChannelResponses(app, owner),
    incidents: await listIncidentResponses(app, owner),
  };
}

/** Loads a page of users, by `?search=` and `?before=`. */
export async function loadUsers({ db, config }: AppContext, query: URLSearchParams) {
  const search = readSearch(query);
  const before = query.get('before');
  const rows = await listUsers(db, { search, limit: pageSize + 1, ...(before && { before }) });
  const administrators = await listAdministratorIds(db, config);
  return { users: rows.slice(0, pageSize), administrators, search, ...pageOf(rows, before) };
}

/** Loads a page of organizations, by `?search=` and `?before=`. */
export async function loadOrganizations({ db }: AppContext, query: URLSearchParams) {
  const search = readSearch(query);
  const before = query.get('before');
  const rows = await listOrganizations(db, { search, limit: pageSize + 1, ...(before && { before }) });
  const organizations = rows
    .slice(0, pageSize)
    .map((row) => Object.assign(row, { quota: describeBounds(row) }));
  return { organizations, search, ...pageOf(rows, before) };
}

/** Describes the page of rows, of which one more was read than a page has. */
function pageOf(rows: { id: string }[], before: string | null) {
  const nextBefore = rows.length > pageSize ? (rows[pageSize - 1]?.id ?? null) : null;
  return { isFirstPage: !before, nextBefore };
}
