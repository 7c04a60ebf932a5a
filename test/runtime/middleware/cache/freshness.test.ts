import { describe, expect, it } from 'vitest';
import { keepingOf } from '../../../../src/runtime/middleware/cache/freshness.ts';
import type { HeaderPair } from '../../../../src/runtime/request/plan.ts';

const now = Date.parse('Tue, 01 Dec 2026 10:00:00 GMT');
const limits = { defaultMs: 0, maxMs: 3_600_000 };

/** Headers of an answer, and for how many seconds it is fresh; `none` where it is not kept. */
const cases: readonly (readonly [
  clause: string,
  headers: readonly HeaderPair[],
  seconds: number | 'none',
])[] = [
  ['5.2.2.1 max-age', [['cache-control', 'public, Max-Age=60']], 60],
  ['5.2.2.1 max-age in quotes', [['cache-control', 'max-age="60"']], 60],
  [
    '5.2.2.1 max-age over several headers',
    [
      ['cache-control', 'private'],
      ['cache-control', 'max-age=5'],
    ],
    5,
  ],
  ['5.2.2.5 no-store', [['cache-control', 'max-age=60, no-store']], 'none'],
  ['5.2.2.4 no-cache without validators', [['cache-control', 'no-cache, max-age=60']], 'none'],
  [
    '5.2.2.4 no-cache with an ETag',
    [
      ['cache-control', 'no-cache'],
      ['etag', '"a"'],
    ],
    0,
  ],
  ['5.2.2.10 s-maxage is for shared caches', [['cache-control', 's-maxage=60']], 'none'],
  ['5.2.2.7 private is for this cache too', [['cache-control', 'private, max-age=9']], 9],
  [
    '4.2.1 max-age that is no number is stale',
    [
      ['cache-control', 'max-age=soon'],
      ['etag', '"a"'],
    ],
    0,
  ],
  [
    '4.2.1 max-age wins over Expires',
    [
      ['cache-control', 'max-age=5'],
      ['expires', 'Tue, 01 Dec 2026 11:00:00 GMT'],
    ],
    5,
  ],
  ['5.3 Expires', [['expires', 'Tue, 01 Dec 2026 10:00:30 GMT']], 30],
  [
    '5.3 Expires counts from Date',
    [
      ['date', 'Tue, 01 Dec 2026 09:00:00 GMT'],
      ['expires', 'Tue, 01 Dec 2026 09:00:30 GMT'],
    ],
    30,
  ],
  [
    '5.3 Expires: 0 is past',
    [
      ['expires', '0'],
      ['etag', '"a"'],
    ],
    0,
  ],
  [
    '4.2.3 Age',
    [
      ['cache-control', 'max-age=60'],
      ['age', '45'],
    ],
    15,
  ],
  [
    '4.2.3 Age beyond the lifetime',
    [
      ['cache-control', 'max-age=60'],
      ['age', '90'],
    ],
    'none',
  ],
  [
    '4.1 Vary: *',
    [
      ['cache-control', 'max-age=60'],
      ['vary', '*'],
    ],
    'none',
  ],
  [
    '4.1 Vary of what every request has',
    [
      ['cache-control', 'max-age=60'],
      ['vary', 'Accept, Authorization'],
    ],
    60,
  ],
  ['a limit of ours', [['cache-control', 'max-age=86400']], 3_600],
  ['nothing said', [], 'none'],
  ['nothing but a date of change', [['last-modified', 'Tue, 01 Dec 2026 09:00:00 GMT']], 0],
];

describe('how long an answer is kept (RFC 9111)', () => {
  it.each(cases)('%s', (_clause, headers, seconds) => {
    const keeping = keepingOf({ status: 200, headers }, now, limits);
    expect(keeping === undefined ? 'none' : keeping.freshMs / 1_000).toBe(seconds);
  });

  it.each([201, 204, 206, 301, 304, 404, 500])('status %i is not kept', (status) => {
    const headers: readonly HeaderPair[] = [['cache-control', 'max-age=60']];
    expect(keepingOf({ status, headers }, now, limits)).toBeUndefined();
  });

  it('takes the default where nothing is said, and not where something is', () => {
    const generous = { ...limits, defaultMs: 20_000 };
    expect(keepingOf({ status: 200, headers: [] }, now, generous)?.freshMs).toBe(20_000);
    const said: readonly HeaderPair[] = [
      ['cache-control', 'max-age=0'],
      ['etag', '"a"'],
    ];
    expect(keepingOf({ status: 200, headers: said }, now, generous)?.freshMs).toBe(0);
  });
});
