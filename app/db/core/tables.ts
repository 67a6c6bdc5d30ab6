/** The rows of the tables. Columns ending in `_at` are milliseconds since 1970; 0 and 1 are SQLite's booleans. */
import type { AccountTables } from './tables/accounts';
import type { AlertTables } from './tables/alerts';
import type { ConnectionTables } from './tables/connections';
import type { ExecutionTables } from './tables/executions';
import type { FileTables } from './tables/files';
import type { InstallationTables } from './tables/installation';
import type { IntegrationTables } from './tables/integrations';
import type { MailTables } from './tables/mails';
import type { MemoryTables } from './tables/memory';
import type { OrganizationTables } from './tables/organizations';
import type { SearchTables } from './tables/search';
import type { StoreTables } from './tables/stores';
import type { ValueTables } from './tables/values';

export type { TokenPurpose } from './tables/accounts';
export type { AnswerOutcome, JobKind, StepStatus, SystemJobKind } from './tables/executions';
export type { AlertMessageStatus, Transition } from './tables/alerts';
export type { Access, Role } from './tables/organizations';

export interface Tables
  extends
    AccountTables,
    AlertTables,
    ConnectionTables,
    ExecutionTables,
    FileTables,
    InstallationTables,
    IntegrationTables,
    MailTables,
    MemoryTables,
    OrganizationTables,
    SearchTables,
    StoreTables,
    ValueTables {}
