import { formatCount } from '~/engine/texts/format-count';
import { Form, useNavigation } from '@remix-run/react';
import { History } from '~/components/icons/icons';
import { ListPages, listNewestAndOlder } from '~/components/shell/list-pages';
import { ReloadingList } from '~/components/shell/reloading-list';
import { RelativeTime } from '~/components/time/relative-time';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { EmptyState } from '~/components/ui/empty-state';
import { LinkButton } from '~/components/ui/link';
import { type Column, Table } from '~/components/ui/table';
import { useMay } from '~/components/user/permitted';
import type { Version } from '~/services/integrations/versions';
import { pageQuery } from './version-query';

interface VersionListProps {
  integration: {
    id: string;
    isActive: boolean;
    autoDeploy: boolean;
    version: number;
    deployedVersion: number;
  };
  versions: Version[];
  before: number | null;
  nextBefore: number | null;
  /** The number of latest executions among which runs are counted. */
  counted: number;
  /** The two versions that are compared now. */
  chosen: { former: number; next: number } | null;
}

const compareId = 'compare-versions';

/** The columns that choose the two versions to compare. */
const compared = new Set(['former', 'next']);

interface Row extends Version {
  isFormer: boolean;
  isNext: boolean;
  newest: number;
  before: number | null;
  isRestoring: boolean;
  /** The live version, if this one could be deployed instead. */
  live: number | undefined;
}

const columns: Column<Row>[] = [
  {
    key: 'version',
    header: 'Version',
    isRowHeader: true,
    width: 'lg:w-[23%]',
    cell: ({ version, isNewest, isDeployed, note }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span>
          <span className="sm:sr-only">Version </span>
          {version}
        </span>
        {isDeployed && <Badge tone="good">Live</Badge>}
        {isNewest && !isDeployed && <Badge>Newest</Badge>}
        {note && <span className="font-normal wrap-anywhere text-ink-muted">{note}</span>}
      </span>
    ),
  },
  {
    key: 'by',
    header: 'Saved by',
    cell: ({ createdBy }) => <span>{createdBy ?? 'Former member'}</span>,
    width: 'lg:w-[15%]',
  },
  {
    key: 'at',
    header: 'When',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    width: 'lg:w-[12%]',
  },
  {
    key: 'runs',
    header: 'Runs',
    width: 'lg:w-[9%]',
    cell: ({ runs, failures }) => (
      <span className="tabular-nums">
        {runs}
        {failures > 0 && <span className="text-bad-ink">, {failures} failed</span>}
      </span>
    ),
  },
  {
    key: 'former',
    header: 'Before',
    width: 'lg:w-[7%]',
    cell: ({ version, isFormer }) => <Choice name="former" version={version} isChosen={isFormer} />,
  },
  {
    key: 'next',
    header: 'After',
    width: 'lg:w-[7%]',
    cell: ({ version, isNext }) => <Choice name="next" version={version} isChosen={isNext} />,
  },
  {
    key: 'restore',
    header: 'Actions',
    align: 'end',
    width: 'lg:w-[27%]',
    cell: (row) => (
      <div className="flex flex-wrap justify-end gap-2">
        <LinkButton to={pageQuery(row.before, { note: row.version })} size="sm" variant="quiet">
          Note<span className="sr-only"> on version {row.version}</span>
        </LinkButton>
        {row.live !== undefined && (
          <LinkButton to={pageQuery(row.before, { former: row.live, next: row.version })} size="sm">
            Deploy…<span className="sr-only"> version {row.version}</span>
          </LinkButton>
        )}
        <Restore {...row} />
      </div>
    ),
  },
];

interface ChoiceProps {
  name: 'former' | 'next';
  version: number;
  isChosen: boolean;
}

function Choice({ name, version, isChosen }: ChoiceProps) {
  return (
    <input
      type="radio"
      form={compareId}
      name={name}
      value={version}
      defaultChecked={isChosen}
      aria-label={`Version ${version} ${name === 'former' ? 'before' : 'after'}`}
      className="block size-5 accent-accent max-sm:self-center"
    />
  );
}

function Restore({ version, isNewest, newest, isRestoring }: Row) {
  if (isNewest) return null;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="newest" value={newest} />
      <Button
        type="submit"
        name="version"
        value={version}
        size="sm"
        pending={isRestoring}
        pendingText="Restoring..."
      >
        Restore<span className="sr-only"> version {version}</span>
      </Button>
    </Form>
  );
}

/** Lists the versions, newest first. The user may compare two of them, and restore any but the newest. */
export function VersionList({
  integration,
  versions,
  before,
  nextBefore,
  counted,
  chosen,
}: VersionListProps) {
  const mayEdit = useMay().edit;
  const restoring = useNavigation().formData?.get('version');
  const { isActive, autoDeploy, version: newest, deployedVersion } = integration;
  const isHeldBack = isActive && (!autoDeploy || deployedVersion !== newest);
  const former = chosen?.former ?? (isHeldBack ? deployedVersion : newest - 1);
  const next = chosen?.next ?? newest;
  const isComparable = versions.length > 1;
  const restored = `A restored version ${isActive && autoDeploy ? 'goes live immediately' : 'becomes the newest'}.`;
  const rows = versions.map((each) =>
    Object.assign({}, each, {
      isFormer: each.version === former,
      isNext: each.version === next,
      newest,
      before,
      isRestoring: restoring === String(each.version),
      live: isHeldBack && !each.isDeployed ? deployedVersion : undefined,
    }),
  );
  return (
    <Card
      title="History"
      text={`${mayEdit ? `${restored} The others are kept. ` : ''}Runs are counted among the newest ${formatCount(counted)}.`}
      actions={
        isComparable && (
          <Form id={compareId} method="get" preventScrollReset>
            {before !== null && <input type="hidden" name="before" value={before} />}
            <Button type="submit">Compare</Button>
          </Form>
        )
      }
      flush
    >
      <ReloadingList params={['before']}>
        {versions.length > 0 ? (
          <Table
            caption="Versions"
            columns={columns.filter(
              ({ key }) => (isComparable || !compared.has(key)) && (mayEdit || key !== 'restore'),
            )}
            rows={rows}
            rowKey={({ version }) => version}
          />
        ) : (
          <EmptyState headingLevel={3} icon={History} title="No older version" text="This page is empty." />
        )}
      </ReloadingList>
      <ListPages
        links={listNewestAndOlder('?', before === null, nextBefore === null ? null : pageQuery(nextBefore))}
      />
    </Card>
  );
}
