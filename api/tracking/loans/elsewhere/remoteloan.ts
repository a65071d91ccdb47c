import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { lenderNow } from '#db/loans/lent.ts'
import { Id } from '#db/tables/columns.ts'
import { RemoteLoan } from '#db/tables/tracking/loans/remote_loan.ts'
import { everything, fullySeen, isIn, nothing, scope } from '../../../crud/access.ts'
import { defineFilter, defineResource, equals } from '../../../crud/resource.ts'

const {
  code_sha256: _c,
  key_sealed: _k,
  answered_by_user_id: _a,
  version: _v,
  fix_at: _f,
  lon: _x,
  lat: _y,
  speed: _s,
  heading: _h,
  failures: _n,
  retry_at: _r,
  leased_until: _l,
  ...columns
} = RemoteLoan.columns

const isOver = sql<SqlBool>`(remote_loan.state = 'ended' or remote_loan.ends_at <= ${lenderNow('remote_loan')})`

/** Who sees all of the borrower's trackers sees what it is lent. */
export const remoteloan = defineResource({
  name: 'remoteloan',
  plural: 'remoteloans',
  noun: 'loan from another installation',
  about: 'List loans of trackers that your organisation has received from other installations',
  table: 'remote_loan',
  row: Type.Object({ ...columns, over: Type.Boolean({ description: 'Whether it has ended' }) }),
  computed: { over: isOver },
  filters: {
    organisation_id: equals('organisation_id', Id),
    over: defineFilter(Type.Boolean(), (over) => (over ? isOver : sql<SqlBool>`not ${isOver}`)),
  },
  search: ['note', 'tracker_name', 'lender_name'],
  sort: { id: null, created_at: null, ends_at: null },
  default_sort: '-created_at',
  reads(viewer) {
    if (viewer.platform_admin) return everything
    const ids = fullySeen(viewer)
    return scope(ids.length > 0 ? 'all' : 'none', isIn(sql.ref<number>('remote_loan.organisation_id'), ids))
  },
  writes: () => nothing,
})
