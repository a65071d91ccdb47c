import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { TrackImport } from '#db/tables/tracking/imports/track_import.ts'
import { FIRST_IMPORTED } from '#db/tables/tracking/tracker_event.ts'
import { nothing, ofAdministrator } from '../../crud/access.ts'
import { audit } from '../../crud/audit.ts'
import { checkName } from '../../crud/checks.ts'
import { defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { trackerName } from '../access/names.ts'
import type { TrackerKey } from './last_event.ts'
import type { Point } from './store_points.ts'

const { digest: _, ...columns } = TrackImport.columns

export const trackimport = defineResource({
  name: 'trackimport',
  plural: 'trackimports',
  noun: 'imported track',
  about: 'List tracks of the past that were imported into the history of trackers',
  table: 'track_import',
  row: Type.Object({
    ...columns,
    /** The tracker's name, or its number. */
    tracker_name: Type.String(),
  }),
  computed: { tracker_name: trackerName('track_import') },
  filters: { organisation_id: equals('organisation_id', Id), tracker_id: equals('tracker_id', Id, 'tracker') },
  search: ['name'],
  sort: { id: null, name: null, created_at: null },
  default_sort: '-id',
  reads: (viewer) => ofAdministrator(viewer, 'track_import.organisation_id'),
  writes: () => nothing,
})

/**
 * Begins an import with its first points, or adds points to one.
 *
 * @throws {AppError} not_found where it was undone
 */
export async function takeImport(trx: Trx, viewer: Viewer, { tracker, fresh, name, id }: Part): Promise<ImportKey> {
  const { organisation_id, tracker_id } = tracker
  const [first_fix_at, last_fix_at] = [fresh[0]!.fix_at, fresh.at(-1)!.fix_at]
  if (id === undefined) {
    const digest = FIRST_IMPORTED + randomInt(2 ** 47)
    const made = await rows(trx, 'track_import').insert({
      organisation_id,
      tracker_id,
      created_by_user_id: viewer.user_id,
      name: checkName(name),
      digest,
      points: fresh.length,
      first_fix_at,
      last_fix_at,
    })
    const details = { name, from: first_fix_at }
    await audit(trx, viewer, 'tracker.import', { organisation_id, entity: 'tracker', entity_id: tracker_id, details })
    return { id: made.id, digest }
  }
  const { rows: taken } = await sql<ImportKey>`update track_import set points = points + ${fresh.length},
      first_fix_at = least(first_fix_at, ${first_fix_at}), last_fix_at = greatest(last_fix_at, ${last_fix_at}),
      modified_at = now()
    where organisation_id = ${organisation_id} and tracker_id = ${tracker_id} and id = ${id}
    returning id, digest`.execute(trx)
  if (!taken[0]) throw new AppError('not_found', 'There is no such import: it was undone.', 'trackimport_id')
  return taken[0]
}

type Part = { tracker: TrackerKey; fresh: Point[]; name: string; id: number | undefined }
type ImportKey = { id: number; digest: number }
