import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql, type Sql } from './sql.ts';

const partsOf = ({ text, values }: Sql) => ({ text, values });

describe('a statement', () => {
  it('has its values apart, in order', () => {
    assert.deepEqual(partsOf(sql`SELECT ${1}, ${'a'}, ${null}, ${['x', null]}`), {
      text: 'SELECT $1, $2, $3, $4',
      values: [1, 'a', null, ['x', null]],
    });
    assert.deepEqual(partsOf(sql`SELECT 1`), { text: 'SELECT 1', values: [] });
  });

  it('takes up other pieces, whose values are counted on', () => {
    const owned = sql`owner = ${'ann'}`;
    const both = sql`(${owned} OR ${sql`size > ${7}`})`;
    const whole = sql`SELECT ${0} FROM ${sql.raw('file')} WHERE ${both} AND ${owned} LIMIT ${9}`;
    assert.deepEqual(partsOf(whole), {
      text: 'SELECT $1 FROM file WHERE (owner = $2 OR size > $3) AND owner = $4 LIMIT $5',
      values: [0, 'ann', 7, 'ann', 9],
    });
  });

  it('never takes a value for SQL', () => {
    const { text, values } = sql`SELECT ${'$1; DROP TABLE file; --'}`;
    assert.equal(text, 'SELECT $1');
    assert.deepEqual(values, ['$1; DROP TABLE file; --']);
  });
});
