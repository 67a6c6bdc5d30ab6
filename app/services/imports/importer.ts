// Gives each import its turn: documents are read outside the event loop, one after the other, so that a core stays free for
// webhooks. Limits how many wait.
import type { Problem } from '~/problem';
import { busyWithImports, createUploads, tooManyImports, type Uploads } from './uploads';
import type { ImportJobs, ImportTask } from './worker-jobs';

type Job = keyof ImportJobs;
type InputOf<Name extends Job> = Parameters<ImportJobs[Name]>[0];
type ResultOf<Name extends Job> = Awaited<ReturnType<ImportJobs[Name]>>;

/** Does a job; returns a problem when it exceeds a limit. */
export type PerformJob = (task: ImportTask) => Promise<unknown>;

export interface Importer {
  /** Does a job when its turn comes. Problems: those of the job; too-many-requests, unavailable, too-large. */
  perform<Name extends Job>(
    who: string,
    name: Name,
    input: InputOf<Name>,
    document?: Uint8Array,
  ): Promise<ResultOf<Name> | Problem>;
  uploads: Uploads;
}

export function createImporter(performJob: PerformJob): Importer {
  const turns = createSlots({ ofOne: 4, ofAll: 32 });
  let last: Promise<unknown> = Promise.resolve();

  return {
    uploads: createUploads(),
    perform<Name extends Job>(who: string, name: Name, input: InputOf<Name>, document?: Uint8Array) {
      const turn = turns.begin(who);
      if (turn.kind !== 'begun') return Promise.resolve(turn);
      const performed = last.then(() => performJob({ name, input, document }));
      last = performed.catch(() => undefined);
      // Messages from the other process have no types: the result is that of this job, or a problem.
      return performed.finally(turn.end) as Promise<ResultOf<Name> | Problem>;
    },
  };
}

function createSlots({ ofOne, ofAll }: { ofOne: number; ofAll: number }) {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    begin(who: string): { kind: 'begun'; end: () => void } | Problem {
      const own = taken.get(who) ?? 0;
      if (own >= ofOne) {
        return tooManyImports(own);
      }
      if (all >= ofAll) return busyWithImports;
      taken.set(who, own + 1);
      all += 1;
      return {
        kind: 'begun',
        end() {
          all -= 1;
          const left = (taken.get(who) ?? 1) - 1;
          if (left === 0) taken.delete(who);
          else taken.set(who, left);
        },
      };
    },
  };
}
