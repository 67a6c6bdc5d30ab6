/** The position of a row in a list that is sorted by age; `id` orders rows of the same millisecond. */
export interface PagePosition {
  /** Milliseconds since 1970. */
  createdAt: number;
  id: string;
}
