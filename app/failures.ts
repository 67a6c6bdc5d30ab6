/** What a toast, or a message in its place, says of something that was not done. */
export interface Failure {
  title: string;
  /** When the server failed. */
  text?: string;
}
