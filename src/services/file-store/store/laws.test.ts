import { describe } from 'node:test';
import { missing } from '#kit/testing/testing.ts';
import { treeLaws } from './contract/laws/laws.ts';
import { openPostgresReplicas, openSqliteReplicas } from './contract/replicas.ts';

describe('laws of the tree on SQLite', () => treeLaws(40, openSqliteReplicas));
describe('laws of the tree on PostgreSQL', { skip: missing('postgres') }, () =>
  treeLaws(12, openPostgresReplicas),
);
