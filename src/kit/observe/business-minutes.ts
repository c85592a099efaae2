/** What business counters counted, second by second. */
import { Tally } from './tally.ts';

/** Lines of one counter, so that what it costs to tell them does not grow with the values of its label. */
const maxLines = 50;
/** The value that stands for all without a line of their own. */
const others = '(others)';

interface Counter {
  readonly all: Tally;
  readonly byValue: Map<string, Tally>;
  /** Those with a line of their own; chosen once for all who ask between two seconds. */
  chosen: ReadonlyMap<string, Tally> | undefined;
}

export class BusinessMinutes {
  readonly #counters = new Map<string, Counter>();

  /** @param value of the counter's label, if it has one */
  counted(name: string, by: number, value?: string): void {
    let counter = this.#counters.get(name);
    if (counter === undefined) {
      counter = { all: new Tally(), byValue: new Map(), chosen: undefined };
      this.#counters.set(name, counter);
    }
    counter.all.add(by);
    if (value === undefined) return;
    let tally = counter.byValue.get(value);
    if (tally === undefined) counter.byValue.set(value, (tally = new Tally()));
    tally.add(by);
  }

  close(second: number): void {
    for (const counter of this.#counters.values()) {
      counter.all.close(second);
      for (const tally of counter.byValue.values()) tally.close(second);
      counter.chosen = undefined;
    }
  }

  /**
   * The seconds given, by name and value: `refused:SOLD_OUT`. Of a label with many values, those that
   * counted most in the last ten minutes are told, and the others together.
   */
  slice(from: number, to: number): Record<string, number[]> {
    const lines: Record<string, number[]> = {};
    for (const [name, counter] of this.#counters) {
      const rest = counter.all.ring.slice(from, to);
      if (counter.byValue.size === 0) lines[name] = rest;
      const chosen = (counter.chosen ??= mostOf(counter.byValue));
      for (const [value, { ring }] of chosen) {
        const own = (lines[`${name}:${value}`] = ring.slice(from, to));
        for (let i = 0; i < own.length; i++) rest[i]! -= own[i]!;
      }
      if (chosen.size < counter.byValue.size) lines[`${name}:${others}`] = rest;
    }
    return lines;
  }
}

function mostOf(tallies: ReadonlyMap<string, Tally>): ReadonlyMap<string, Tally> {
  if (tallies.size <= maxLines) return tallies;
  const named = [...tallies].filter(([value]) => value !== others);
  const most = named.toSorted(([, a], [, b]) => b.kept - a.kept);
  return new Map(most.slice(0, maxLines - 1));
}
