import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { Job, type JobKind, type JobState, jobKinds, jobStates } from '#db/tables/files/job.ts'
import { writesOwned } from '../../crud/access.ts'
import { defineResource, equals } from '../../crud/resource.ts'

const { input: _i, attempts: _a, leased_until: _l, ...columns } = Job.columns

/** Jobs of a person; administrators see everybody's. */
export const job = defineResource({
  name: 'job',
  plural: 'jobs',
  about: 'List background jobs with their progress',
  table: 'job',
  row: Type.Object(columns),
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    kind: equals('kind', Type.Unsafe<JobKind>(Type.String({ enum: [...jobKinds] }))),
    state: equals('state', Type.Unsafe<JobState>(Type.String({ enum: [...jobStates] }))),
  },
  search: [],
  sort: { id: null, created_at: null, ended_at: null },
  default_sort: '-id',
  reads: (viewer) => writesOwned(viewer, 'job', 'user_id'),
  writes: (viewer) => writesOwned(viewer, 'job', 'user_id'),
})
