import type { MetaDescriptor } from '@remix-run/react';

/** What search engines, and sites that show a link to it, read about a page that is read. */
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
