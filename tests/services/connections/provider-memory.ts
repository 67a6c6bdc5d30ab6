/** What an oidc-provider gave, and what it has seen, in memory. */
export class Memory {
  static readonly all = new Map<string, object>();
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  async upsert(id: string, payload: object) {
    Memory.all.set(`${this.#kind} ${id}`, payload);
  }

  async find(id: string) {
    return Memory.all.get(`${this.#kind} ${id}`);
  }
}
