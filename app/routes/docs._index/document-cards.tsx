import type { ListedDocument } from '~/documentation/documents.server';

/** Shows documents as cards with links, each with its sentence. */
export function DocumentCards({ documents }: { documents: ListedDocument[] }) {
  return (
    <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
      {documents.map(({ address, title, text }) => (
        <li key={address}>
          <a
            href={address}
            className="block h-full rounded-lg border border-line bg-surface-raised p-4 shadow-raised hover:border-line-strong"
          >
            <span className="block font-medium">{title}</span>
            <span className="mt-1 block text-ink-muted">{text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
