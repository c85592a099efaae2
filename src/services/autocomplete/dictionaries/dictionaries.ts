/** All indexes in memory. */
import { Dictionary } from './dictionary.ts';

/** The one that requests mean that name none. */
export const defaultIndex = 'default';

export class Dictionaries {
  readonly #byName = new Map<string, Dictionary>();
  readonly #byId = new Map<number, Dictionary>();

  get(name: string): Dictionary | undefined {
    return this.#byName.get(name);
  }

  byId(id: number): Dictionary | undefined {
    return this.#byId.get(id);
  }

  /** The index of this name and id, made when it is new; undefined when a later one took its place. */
  open(name: string, id: number): Dictionary | undefined {
    const present = this.#byName.get(name);
    if (present !== undefined && present.id >= id) return this.#byId.get(id);
    if (present !== undefined) this.drop(present.id);
    const made = new Dictionary(name, id);
    this.#byName.set(name, made);
    this.#byId.set(id, made);
    return made;
  }

  drop(id: number): void {
    const dropped = this.#byId.get(id);
    if (dropped === undefined) return;
    this.#byId.delete(id);
    this.#byName.delete(dropped.name);
  }

  /** In the order of their names. */
  all(): Dictionary[] {
    return [...this.#byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }
}
