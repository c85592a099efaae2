import type { Planted } from '../mutant-lists.ts';

export default {
  'test/http/conditions.test.ts': {
    'store/postgres/versions.ts': {
      'PostgreSQL: a deletion honours the condition in its step': {
        find: 'file && !mayDelete(file)',
        replace: 'false',
      },
    },
  },
  'store/stores.test.ts': {
    'store/sqlite/versions.ts': {
      'a version of another content is not replaced': {
        find: 'mayChange && !mayChange(before)',
        replace: 'false',
      },
      'a content goes with its last version': {
        find: 'SET refs = refs - gone.versions',
        replace: 'SET refs = refs - 1',
      },
    },
    'store/postgres/moves.ts': {
      'PostgreSQL: a folder is not moved below itself': {
        find: 'target.path.includes(number)',
        replace: 'target.path[0] === number',
      },
      'PostgreSQL: what is in a moved folder counts toward the depth': {
        find: 'target.path.length + before.height > maxDepth',
        replace: 'target.path.length + 1 > maxDepth',
      },
      'PostgreSQL: one folder moves at a time': {
        find: "await holdTree(tx, deployment, 'alone');",
        replace: "await holdTree(tx, deployment, 'beside others');",
      },
      'PostgreSQL: a folder that leaves takes its height with it': {
        find: 'await lower(tx, before.parent);',
        replace: '',
      },
    },
    'store/postgres/tree.ts': {
      'PostgreSQL: no folder is made while one moves': {
        find: "await holdTree(tx, deployment, 'beside others');",
        replace: '',
      },
    },
    'store/postgres/places.ts': {
      'PostgreSQL: heights are raised by those who add at once, never lowered': {
        find: 'AND height < ${height} RETURNING parent',
        replace: 'RETURNING parent',
      },
      'PostgreSQL: what lies in the trash is not in the tree': {
        find: 'SELECT FROM up WHERE id = 0)',
        replace: 'SELECT FROM up)',
      },
    },
    'store/postgres/versions.ts': {
      'PostgreSQL: uploads into a folder end before it is deleted as empty': {
        find: 'FOR KEY SHARE',
        replace: '',
      },
      'PostgreSQL: of a content that is gone nothing else is told': {
        find: "count === 0 ? 'unpinned' : reason",
        replace: 'reason',
      },
    },
    'store/postgres/trash.ts': {
      'PostgreSQL: a folder goes without recursive only when it is empty': {
        find: '!recursive && !(await isEmpty())',
        replace: 'false',
      },
      'PostgreSQL: an item is restored before its instant, and not at it': {
        find: 'AND deployment = ${deployment} AND purge_at > ${now}`;',
        replace: 'AND deployment = ${deployment} AND purge_at >= ${now}`;',
      },
      'PostgreSQL: what was in a folder that is gone comes back to the top level': {
        find: 'return path && path.length + height <= maxDepth ? parent! : 0;',
        replace: 'return parent!;',
      },
    },
    'store/sqlite/purge.ts': {
      'what is being forgotten cannot be restored': {
        find: 'end(item.type, item.id);',
        replace: '',
      },
    },
    'store/postgres/purge.ts': {
      'PostgreSQL: what is forgotten no more refers to its contents': {
        find: 'SET refs = refs - counted.versions',
        replace: 'SET refs = refs',
      },
      'PostgreSQL: a folder is forgotten after what is in it': {
        find: 'else if ((await detachFolders(tx, folders, limit)) === 0) await forgetFolders(tx, folders);',
        replace: 'else await forgetFolders(tx, folders);',
      },
      'PostgreSQL: a file is forgotten with its last version': {
        find: 'AND NOT EXISTS (SELECT FROM file_store.version WHERE version.file = file.id)',
        replace: '',
      },
    },
    'store/sqlite/links.ts': {
      'a link serves as often as it may, and not once more': {
        find: 'link.downloads >= link.max_downloads) return',
        replace: 'link.downloads > link.max_downloads) return',
      },
      'the ranges of a client count once': {
        find: 'if (isRange && hasWindow(number, client, now))',
        replace: 'if (hasWindow(number, client, now))',
      },
    },
    'store/postgres/links.ts': {
      'PostgreSQL: downloads at once are counted one after another': {
        find: 'WHERE id = ${number} AND deployment = ${deployment} FOR UPDATE`',
        replace: 'WHERE id = ${number} AND deployment = ${deployment}`',
      },
      'what continues does not prolong the ten minutes': {
        find: 'openWindow(sql`${number}`, client, now))) > 0',
        replace: 'openWindow(sql`${number}`, client, now - 1))) > 0',
      },
    },
    'store/sqlite/sql/0002-links.sql': {
      'links go with their file': {
        find: 'file INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE',
        replace: 'file INTEGER NOT NULL',
      },
    },
    'store/sqlite/uploads.ts': {
      'the latest claim of an upload holds': {
        find: 'if (upload?.claim !== writer.claim || isFull) {',
        replace: 'if (upload === undefined || isFull) {',
      },
      'an upload is finished once': {
        find: 'received = length, claim = NULL, expires_at = ?3',
        replace: 'expires_at = ?3',
      },
      'pieces of an upload that may be continued are kept': {
        find: 'UNION ALL SELECT id, 1 FROM upload WHERE expires_at <= ?1 LIMIT 1',
        replace: 'UNION ALL SELECT id, 1 FROM upload LIMIT 1',
      },
    },
    'store/postgres/uploads.ts': {
      'PostgreSQL: the latest claim of an upload holds': {
        find: 'if (row?.claim === writer.claim) return row;',
        replace: 'if (row !== undefined) return row;',
      },
      'PostgreSQL: each piece gives back one reference': {
        find: 'SET refs = refs - gone.pieces',
        replace: 'SET refs = refs - 1',
      },
    },
  },
  'access/permissions.test.ts': {
    'access/permissions.ts': {
      'the owner of a folder may change what others put into it, not more': {
        find: "folder.owner_id === user ? 'write' : granted(folder)",
        replace: "folder.owner_id === user ? 'owner' : granted(folder)",
      },
    },
  },
  'test/upload.test.ts uploads/receive.test.ts': {
    'uploads/receive.ts': {
      'a file of the greatest size is accepted, a larger one not': {
        find: 'size > maxBytes',
        replace: 'size >= maxBytes',
      },
    },
  },
  'contents/contents.test.ts': {
    'uploads/receive.ts': {
      'nothing is left of a body that was refused': {
        find: 'await file.discard();\n    throw brokenOffError',
        replace: 'throw brokenOffError',
      },
    },
  },
  'test/upload.test.ts test/reclaim.test.ts': {
    'uploads/commit.ts': {
      'bytes that got lost are restored by the next upload': {
        find: 'pin.stored && (await contents.sizeOf(pin)) === pin.size',
        replace: 'pin.stored',
      },
    },
  },
  'test/reclaim.test.ts': {
    'reclaim.ts': {
      'what is claimed for deletion is deleted before it is forgotten': {
        find: 'await Promise.all(keys.map((key) => contents.remove(key, stop)));',
        replace: '',
      },
    },
  },
  'store/laws.test.ts': {
    'store/postgres/moves.ts': {
      'PostgreSQL: a folder that comes brings its height': {
        find: 'await raise(tx, target.parent, before.height);',
        replace: '',
      },
    },
  },
  'test/tree/moves.test.ts': {
    'move.ts': {
      'only its owner moves an item to the top level, or below somebody else’s folder': {
        find: "if (!isOwner) throw refuse.FORBIDDEN('only the owner of the item may move it there');",
        replace: '',
      },
      'moving takes write permission where the item comes to': {
        find: "await authorize(files, user, 'createIn', target, refuse.FOLDER_NOT_FOUND);",
        replace: '',
      },
    },
  },
  'test/tree/trash.test.ts': {
    'trash.ts': {
      'the trash is its owner’s': {
        find: "if (!isOwn) throw refuse.FORBIDDEN('only the owner of the item may do this');",
        replace: '',
      },
      'an item does not come back into a folder that is closed to its owner': {
        find: "parent !== undefined && (await isAllowed(files, user, 'createIn', parent))",
        replace: 'parent !== undefined',
      },
    },
  },
  'test/links.test.ts': {
    'links/follow.ts': {
      'inline for types without script alone, also when the type has changed': {
        find: "link.disposition === 'inline' && runsNoScript(file.mime_type)",
        replace: "link.disposition === 'inline'",
      },
    },
  },
  'test/tus.test.ts': {
    'resumable/write.ts': {
      'bytes that a checksum has not confirmed are not taken': {
        find: 'checksum?.verify();',
        replace: '',
      },
    },
    'resumable/data-store.ts': {
      'an upload is continued by who began it': {
        find: 'user.id !== upload.uploader',
        replace: 'false',
      },
      'the permission is asked for with each request': {
        find: 'await authorizeTarget(files, user, upload.target);',
        replace: '',
      },
    },
  },
  'resumable/write.test.ts': {
    'resumable/write.ts': {
      'a request with a checksum that breaks off counts nothing': {
        find: 'if (checksum && isBroken()) throw refuse.UPLOAD_BROKEN_OFF();',
        replace: '',
      },
    },
    'resumable/locks.ts': {
      'a later request waits until the earlier one has stored what arrived': {
        find: 'await held.released;',
        replace: 'break;',
      },
    },
  },
} satisfies Planted;
