import { formatCount } from '~/engine/texts/format-count';
import { useYieldPoint } from '~/components/network/yield-point';
import { ImportNotes } from '~/components/integration/import-notes';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { LinkButton, TextLink } from '~/components/ui/link';
import type { Tone } from '~/components/ui/tone';
import type { ImportedIntegration } from '~/services/imports/imported-integration';

const looks: Record<ImportedIntegration['outcome'], { text: string; tone: Tone }> = {
  created: { text: 'Imported as a draft', tone: 'good' },
  replaced: { text: 'New version', tone: 'good' },
  same: { text: 'Same as here', tone: 'neutral' },
  skipped: { text: 'Skipped', tone: 'neutral' },
  failed: { text: 'Not imported', tone: 'bad' },
};

const countWords: [ImportedIntegration['outcome'], string][] = [
  ['created', 'imported'],
  ['replaced', 'replaced by a new version'],
  ['same', 'the same as here'],
  ['skipped', 'skipped'],
  ['failed', 'not imported'],
];

interface Result {
  keptId: string;
  /** How many integrations had each outcome. */
  counts: Record<ImportedIntegration['outcome'], number>;
  /** A page of all of them, those that failed before the others. */
  listed: ImportedIntegration[];
  page: number;
  pages: number;
}

/** What became of each integration of a file. */
export function ImportResult({ result, screen }: { result: Result; screen: string }) {
  const { keptId, counts, listed, page, pages } = result;
  const pageUrl = (wanted: number) => `${screen}?document=${keptId}&page=${wanted}`;
  const counted = countWords.flatMap(([outcome, text]) =>
    counts[outcome] > 0 ? [`${formatCount(counts[outcome])} ${text}`] : [],
  );
  return (
    <>
      <Banner tone={counts.failed > 0 ? 'warn' : 'good'} title="Import finished" live>
        {counted.join(', ')}.{counts.created + counts.replaced > 0 && ' Add what is missing, then deploy.'}
      </Banner>
      <ul
        aria-label="Imported integrations"
        className="divide-y divide-line rounded-lg border border-line bg-surface-raised"
      >
        {listed.map(({ key, ...integration }) => (
          <ResultRow key={key} {...integration} />
        ))}
      </ul>
      {pages > 1 && (
        <nav aria-label="Pages" className="flex flex-wrap items-center gap-3">
          {page > 1 && <LinkButton to={pageUrl(page - 1)}>Previous page</LinkButton>}
          <span className="text-ink-muted max-sm:order-first max-sm:basis-full">
            Page {page} of {pages}
          </span>
          {page < pages && <LinkButton to={pageUrl(page + 1)}>Next page</LinkButton>}
        </nav>
      )}
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/" variant="primary">
          Back to the integrations
        </LinkButton>
        <LinkButton to={screen}>Import another file</LinkButton>
      </div>
    </>
  );
}

function ResultRow({ name, outcome, integrationId, message, notes }: Omit<ImportedIntegration, 'key'>) {
  useYieldPoint();
  return (
    <li className="flex flex-col gap-1.5 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {integrationId === null ? (
          <span className="min-w-0 font-medium wrap-anywhere">{name || 'Without a name'}</span>
        ) : (
          <TextLink to={`/integration/${integrationId}`} className="min-w-0 wrap-anywhere">
            {name}
          </TextLink>
        )}
        <Badge tone={looks[outcome].tone}>{looks[outcome].text}</Badge>
      </div>
      {message && <p className="text-[0.8125rem] wrap-anywhere text-ink-muted">{message}</p>}
      {notes && (
        <div className="text-[0.8125rem] wrap-anywhere">
          <ImportNotes notes={notes} />
        </div>
      )}
    </li>
  );
}
