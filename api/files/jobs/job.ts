import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { Job, type JobKind, type JobState, jobKinds, jobStates } from '#db/tables/files/job.ts'
import { writesOwned } from '../../crud/access.ts'
import { atLeast, below, defineResource, equals } from '../../crud/resource.ts'

const { input: _i, attempts: _a, leased_until: _l, ...columns } = Job.columns

/** Jobs of a person; administrators see everybody's. */
export const job = defineResource({
  name: 'job',
  plural: 'jobs',
  about: 'List background jobs with their progress',
  table: 'job',
  row: Type.Object({
    ...columns,
    /** The name of the zip, or of the first file; null once that is deleted. Live updates do not have it. */
    source: Nullable(Type.String()),
  }),
  computed: {
    source: sql<string | null>`coalesce(job.input->>'name', (select f.name from file f
      where f.id = coalesce(job.input->>'id', job.input->'ids'->>0)::bigint))`,
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
