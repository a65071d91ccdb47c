import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { Job, type JobKind, type JobState, jobKinds, jobStates } from '#db/tables/files/job.ts'
import { writesOwned } from '../../crud/access.ts'
import { atLeast, below, defineResource, equals } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { readsEvidence } from '../evidence_access.ts'

const { input: _i, attempts: _a, leased_until: _l, ...columns } = Job.columns

/**
 * Whether the viewer sees what a job is about: their own job, in a session that opens no less than the one that has
 * asked for it. Its names may be those of private evidence.
 */
const seesNames = (viewer: Viewer) => sql<SqlBool>`(job.user_id = ${viewer.user_id}
  and (${viewer.opens_private} or job.input->>'opens_private' = 'false'))`

/** Jobs of a person; administrators see everybody's. */
export const job = defineResource({
  name: 'job',
  plural: 'jobs',
  about: 'List background jobs with their progress',
  table: 'job',
  row: Type.Object({
    ...columns,
    /** The name of the zip, or of the first file; null once that is deleted, and for others. Live updates do not have it. */
    source: Nullable(Type.String()),
  }),
  computed: {
    source: (viewer) => sql<string | null>`case when ${seesNames(viewer)} then coalesce(job.input->>'name',
      (select f.name from file f where f.id = coalesce(job.input->>'id', job.input->'ids'->>0)::bigint
        and ${readsEvidence(viewer, 'f')})) end`,
    error_message: (viewer) => sql<string | null>`case when ${seesNames(viewer)} then job.error_message end`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    kind: equals('kind', Type.Unsafe<JobKind>(Type.String({ enum: [...jobKinds] }))),
    state: equals('state', Type.Unsafe<JobState>(Type.String({ enum: [...jobStates] }))),
    from: atLeast('created_at', Timestamp),
    to: below('created_at', Timestamp),
  },
  search: [],
  sort: { id: null, created_at: null, ended_at: null },
  default_sort: '-id',
  reads: (viewer) => writesOwned(viewer, 'job', 'user_id'),
  writes: (viewer) => writesOwned(viewer, 'job', 'user_id'),
})
