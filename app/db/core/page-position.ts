/** Where a row stands in a list that goes by age; `id` parts those of one millisecond. */
export interface PagePosition {
  /** Milliseconds since 1970. */
  createdAt: number;
  id: string;
}
