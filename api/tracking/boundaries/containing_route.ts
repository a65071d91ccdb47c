import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { read } from '../../crud/crud.ts'
import { limitReads } from '../../crud/lists.ts'
import { IdQuery } from '../../crud/resource.ts'
import { boundary } from './boundary.ts'
import { readContaining } from './containing.ts'

const Containing = Type.Object({
  id: Id,
  name: Type.String(),
  is_scheduled: Type.Boolean({ description: 'Whether it contains them at the times of its schedule only' }),
})

export const listContainingBoundaries = defineAction({
  method: 'GET',
  path: 'boundary/containing',
  tags: ['boundaries'],
  summary: 'Read the boundaries that contain a boundary, so that leaving it alone raises no alert',
  description: 'Those of rule `any` that apply to the same trackers. Empty if its own rule is another.',
  query: IdQuery,
  answer: Type.Array(Containing),
  status: 200,
  async run({ context: { db }, viewer, query: { id } }) {
    await read(db, boundary, viewer, id)
    return limitReads(viewer, () => readContaining(db, viewer, id))
  },
})
