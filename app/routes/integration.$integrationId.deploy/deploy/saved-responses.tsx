import { Card } from '~/components/ui/card';
import { DetailsChevron } from '~/components/ui/details-chevron';
import { type Column, Table } from '~/components/ui/table';

/** The variables that one call saves from its response. */
export interface SavedResponse {
  order: number;
  callName: string;
  /** The variable that holds the whole response, or empty. */
  saveAs: string;
  extractFields: { jsonPath: string; saveAs: string }[];
}

const columns: Column<SavedResponse>[] = [
  { key: 'order', header: 'Order', cell: ({ order }) => order },
  { key: 'call', header: 'Call', isRowHeader: true, cell: ({ callName }) => callName },
  { key: 'variable', header: 'Variable', cell: ({ saveAs }) => (saveAs ? <Code>{saveAs}</Code> : '–') },
  {
    key: 'fields',
    header: 'Extract fields',
    cell: ({ extractFields }) =>
      extractFields.length === 0 ? (
        '–'
      ) : (
        <ul className="flex flex-col gap-1">
          {extractFields.map(({ jsonPath, saveAs }) => (
            <li key={`${jsonPath} ${saveAs}`}>
              <Code>{jsonPath}</Code> <span aria-hidden>→</span>
              <span className="sr-only">saved as</span> <Code>{saveAs}</Code>
            </li>
          ))}
        </ul>
      ),
  },
];

/** The most variables that are shown unfolded. */
const maxUnfolded = 3;

/** Lists the variables from responses that later calls can use. */
export function SavedResponses({ saved }: { saved: SavedResponse[] }) {
  const count = saved.reduce(
    (sum, { saveAs, extractFields }) => sum + (saveAs ? 1 : 0) + extractFields.length,
    0,
  );
  const table = (
    <Table caption="Saved responses" columns={columns} rows={saved} rowKey={({ order }) => order} />
  );
  return (
    <Card
      title="Saved Responses"
      text={
        <>
          Later calls can use these variables as <Code>{'{{name}}'}</Code> in URLs, headers and bodies.
        </>
      }
      flush={saved.length > 0}
    >
      {saved.length === 0 && <p className="text-ink-muted">No saved responses configured</p>}
      {count > maxUnfolded ? (
        <details>
          <summary className="flex items-center gap-2.5 px-5 py-3 font-medium -outline-offset-2! hover:bg-surface-hover sm:px-6">
            <DetailsChevron />
            {count} variables
          </summary>
          <div className="border-t border-line">{table}</div>
        </details>
      ) : (
        count > 0 && table
      )}
    </Card>
  );
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-[0.8125rem] wrap-anywhere">{children}</code>;
}
