/** What the people are going to choose, without a town in which it is done. */
import { launchAtMs, launchOf } from '../launch.ts';
import { wishesOf, type Person } from '../people.ts';
import { Choices } from './choices.ts';

/** @param untilMs after the town has opened */
export function choicesOf(seed: number, people: readonly Person[], untilMs: number): Choices {
  const choices = new Choices();
  for (const person of people) {
    let atMs = 0;
    for (const { afterMs, wish } of wishesOf(seed, person)) {
      atMs += afterMs;
      if (atMs > untilMs) break;
      choices.add(atMs, person.id, wish);
    }
  }
  for (let number = 1; launchAtMs(number) <= untilMs; number++) {
    choices.add(launchAtMs(number), 'launches', launchOf(seed, number, people));
  }
  return choices;
}
