import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { organisationFor } from '../../crud/belonging.ts'
import { AppError } from '../../http/errors.ts'
import { makeFairLimiter } from '../../http/fair_limiter.ts'
import { normaliseArea, unwrapArea } from '../geometry/index.ts'
import { type Simplified, simplifyPolygons } from '../geometry/simplify.ts'
import { countPositions, mostVertices } from './limits.ts'
import { Area } from './shapes.ts'

const Body = Type.Object(
  {
    organisation_id: Type.Optional(Id),
    geometry: Area,
    positions: Type.Optional(
      Type.Integer({
        minimum: 4,
        maximum: 100_000,
        description: 'At most; without it as many as a boundary of yours may have',
      }),
    ),
  },
  { additionalProperties: false },
)
const Answer = Type.Object({
  geometry: Area,
  positions: Type.Integer({ description: 'Of the result, each ring with the one that closes it' }),
  positions_before: Type.Integer(),
  error_m: Type.Number({ description: 'How far the two outlines lie apart at most, in metres' }),
})

/** One takes up to a second of this process. */
const limiter = makeFairLimiter({ concurrency: 1, per_user: 4, total: 40 })

export const readBoundaryLimits = defineAction({
  method: 'GET',
  path: 'boundary/limits',
  tags: ['boundaries'],
  summary: 'Read how large a boundary of yours may be',
  query: Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false }),
  answer: Type.Object({ positions: Type.Integer() }),
  async run({ context: { db, config }, viewer, query }) {
    const organisation_id = organisationFor(viewer, query.organisation_id)
    return { positions: await mostVertices(db, config.quotas, viewer, organisation_id) }
  },
})

export const simplifyBoundary = defineAction({
  method: 'POST',
  path: 'boundary/simplify',
  tags: ['boundaries'],
  summary: 'Simplify an area; nothing is stored',
  description:
    'The result has no crossing that the area has not, keeps all its parts and holes, and can be saved as it is. ' +
    '`error_m` says how far it deviates.',
  body: Body,
  answer: Answer,
  status: 200,
  async run({ context: { db, config }, viewer, body: { geometry, positions, organisation_id } }) {
    const most = await mostVertices(db, config.quotas, viewer, organisationFor(viewer, organisation_id))
    const wanted = Math.min(positions ?? most, most)
    const { polygons, ...simplified } = await limiter(String(viewer.user_id), () => simplify(geometry, wanted))
    const result = { type: 'MultiPolygon' as const, coordinates: polygons }
    // What cannot be saved is refused here, with the place.
    await normaliseArea(db, result)
    return { geometry: result, ...simplified, positions_before: countPositions(geometry) }
  },
})

async function simplify(geometry: Parameters<typeof unwrapArea>[0], wanted: number): Promise<Simplified> {
  const simplified = await simplifyPolygons(unwrapArea(geometry), wanted)
  if (simplified.positions <= wanted) return simplified
  const least = `${simplified.positions} positions at least remain, ${wanted} are wanted`
  throw new AppError(
    'not_possible',
    `geometry: cannot be simplified so far: ${least}. Leave out some parts.`,
    'geometry',
  )
}
