import { Link } from '@remix-run/react';

interface TagLinksProps {
  tags: string[];
}

/** An integration's tags, each a link to the dashboard's integrations with that tag. May stand inside of a text. */
export function TagLinks({ tags }: TagLinksProps) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <Link
          key={tag}
          to={tagUrl(tag)}
          className="relative z-10 inline-flex min-h-6 max-w-full items-center rounded-full border border-line-strong/60 px-2.5 text-xs text-ink-muted hover:border-line-strong hover:text-ink"
        >
          <span className="sr-only">Integrations tagged </span>
          <span dir="auto" className="min-w-0 wrap-break-word sm:truncate">
            {tag}
          </span>
        </Link>
      ))}
    </span>
  );
}

/** Returns the address of the dashboard with the integrations that have the tag. */
function tagUrl(tag: string): string {
  return `/?${new URLSearchParams({ tag })}`;
}
