/** A text of a log as a screen shows it. */
export interface TextView {
  text: string;
  /** What of it is missing or different here. */
  notes: string[];
}
