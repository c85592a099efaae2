import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  operations,
  permits,
  roleOf,
  type Operation,
  type Permission,
  type Role,
} from './permissions.ts';

const item = (owner_id: string, shared_with: Record<string, Permission> = {}) => ({
  owner_id,
  shared_with,
});

test('the permissions of a user, by their role for the item', () => {
  const table: Record<Role, Operation[]> = {
    owner: [
      'metadata',
      'download',
      'versions',
      'children',
      'update',
      'move',
      'createIn',
      'delete',
      'share',
    ],
    write: ['metadata', 'download', 'versions', 'children', 'update', 'move', 'createIn'],
    read: ['metadata', 'download', 'versions', 'children'],
    none: [],
  };
  for (const [role, allowed] of Object.entries(table)) {
    for (const operation of operations) {
      const expected = allowed.includes(operation);
      assert.equal(permits(role as Role, operation), expected, `${role} ${operation}`);
    }
  }
});

test('the role of a user for an item', () => {
  const cases: [Role, string, Parameters<typeof roleOf>[1], ReturnType<typeof item>[]][] = [
    ['owner', 'ann', item('ann'), []],
    ['owner', 'ann', item('ann', { ann: 'read' }), []],
    ['read', 'bob', item('ann', { bob: 'read' }), []],
    ['write', 'bob', item('ann', { bob: 'write' }), []],
    ['none', 'eve', item('ann', { bob: 'write' }), []],
    // Shares of the folders around it hold, the highest of them.
    ['read', 'bob', item('ann'), [item('ann', { bob: 'read' })]],
    ['write', 'bob', item('ann', { bob: 'read' }), [item('ann'), item('ann', { bob: 'write' })]],
    ['write', 'bob', item('ann', { bob: 'write' }), [item('ann', { bob: 'read' })]],
    // The owner of a folder may write what is in it, but may do no more than that.
    ['write', 'ann', item('bob'), [item('ann')]],
    ['write', 'ann', item('bob'), [item('bob'), item('ann')]],
    ['none', 'eve', item('bob'), [item('bob'), item('ann')]],
    // Names of members that every object has do not count as users.
    ['none', 'constructor', item('ann'), [item('ann')]],
    ['none', '__proto__', item('ann'), [item('ann')]],
  ];
  for (const [expected, user, one, above] of cases) {
    assert.equal(roleOf(user, one, above), expected, JSON.stringify([user, one, above]));
  }
});

test('a further share never takes a right away', () => {
  const users = fc.constantFrom('ann', 'bob', 'cleo');
  const shares = fc.dictionary(users, fc.constantFrom<Permission>('read', 'write'));
  const items = fc.record({ owner_id: users, shared_with: shares });
  fc.assert(
    fc.property(users, items, fc.array(items), items, (user, one, above, more) => {
      const before = roleOf(user, one, above);
      const after = roleOf(user, one, [...above, more]);
      for (const operation of operations) {
        assert.ok(!permits(before, operation) || permits(after, operation));
      }
    }),
  );
});
