import type { MetaDescriptor } from '@remix-run/react';

/** Returns the metadata of a page of the documentation, for search engines and for sites that show a link to it. */
export function describePage(name: string, text: string): MetaDescriptor[] {
  const title = `${name} · Wicked Integrations`;
  const description = `${name}. ${text}`;
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:type', content: 'article' },
    { property: 'og:description', content: description },
  ];
}
