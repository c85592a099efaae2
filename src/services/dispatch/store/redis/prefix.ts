import type { RuleSet } from '../../rules/rules.ts';

/** The first part of all keys of a variant, of the one of a deployment. */
export const keyPrefix = ({ name }: Pick<RuleSet, 'name'>, prefix: string) =>
  name.replace('dispatch', prefix);
