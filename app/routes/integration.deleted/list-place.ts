// The address of a page of the list: the place of the last row of the page before, as '<milliseconds>.<id>'.
import type { PagePosition } from '~/db/core/page-position';

export function formatPlace({ createdAt, id }: PagePosition): string {
  return `${createdAt}.${id}`;
}

export function readPlace(place: string | null): PagePosition | undefined {
  const [, createdAt, id] = /^(\d{1,15})\.(.{1,100})$/.exec(place ?? '') ?? [];
  return createdAt === undefined || id === undefined ? undefined : { createdAt: Number(createdAt), id };
}

/** Returns the address of a page; `deleting`: with the dialog for this integration. */
export function deletedUrl({ before, deleting }: { before: string | null; deleting?: string }): string {
  const query = new URLSearchParams({ ...(before && { before }), ...(deleting && { delete: deleting }) });
  return query.size > 0 ? `/integration/deleted?${query}` : '/integration/deleted';
}
