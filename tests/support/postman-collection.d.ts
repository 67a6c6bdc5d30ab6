/** What the tests use of Postman's library; its own declarations are incomplete. */
declare module 'postman-collection' {
  interface Pair {
    key: string;
    value: string;
    disabled?: boolean;
  }

  export interface Item {
    name: string;
    request: {
      method: string;
      url: { toString(): string };
      body?: { mode: string; urlencoded?: { all(): Pair[] }; graphql?: unknown; toString(): string };
      getHeaders(options: { enabled: boolean; ignoreCase: boolean }): Record<string, string>;
    };
    /** Its own, or that of a folder around it. */
    getAuth(): { type: string } | undefined;
  }

  export class Collection {
    constructor(definition: unknown);
    forEachItem(visit: (item: Item) => void): void;
  }
}
