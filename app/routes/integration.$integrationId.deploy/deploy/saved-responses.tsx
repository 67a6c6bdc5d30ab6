import { Card } from '~/components/ui/card';
import { type Column, Table } from '~/components/ui/table';

/** What one call saves of its response. */
export interface SavedResponse {
  order: number;
  callName: string;
  /** The name of the whole response, or empty. */
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

/** What later calls can use of the responses of earlier ones. */
export function SavedResponses({ saved }: { saved: SavedResponse[] }) {
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
      {saved.length === 0 ? (
        <p className="text-ink-muted">No saved responses configured</p>
      ) : (
        <Table caption="Saved responses" columns={columns} rows={saved} rowKey={({ order }) => order} />
      )}
    </Card>
  );
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-[0.8125rem] wrap-anywhere">{children}</code>;
}
