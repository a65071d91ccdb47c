import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { read } from '../../crud/crud.ts'
import { limitReads } from '../../crud/lists.ts'
import { IdQuery } from '../../crud/resource.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { boundary } from '../boundary.ts'
import { readContaining } from './containing.ts'

const Containing = Type.Object({
  id: Id,
  name: Type.String(),
  is_scheduled: Type.Boolean({ description: 'Whether it contains them at the times of its schedule only' }),
})

export function addContainingBoundaries(app: TypedApp, { db }: ApiContext): void {
  app.get('/boundary/containing', {
    schema: {
      tags: ['boundaries'],
      summary: 'Read the boundaries that contain a boundary, so that leaving it alone raises no alert',
      description: 'Those of rule `any` that apply to the same trackers. Empty if its own rule is another.',
      querystring: IdQuery,
      response: answers({ 200: Type.Array(Containing) }),
    },
    async handler(request) {
      const viewer = viewerOf(request)
      const { id } = request.query
      await read(db, boundary, viewer, id)
      return { data: await limitReads(viewer, () => readContaining(db, viewer, id)) }
    },
  })
}
