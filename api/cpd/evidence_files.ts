import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { ApiContext } from '../context.ts'
import { defineAction } from '../crud/action.ts'
import { answers } from '../crud/schemas.ts'
import type { Viewer } from '../crud/viewer.ts'
import { readsEvidence } from '../files/evidence_access.ts'
import { type Served, serve } from '../files/serving/serve.ts'
import { makeAddress, type Signed, SignedAddress, signedQuery, viewerOfAddress } from '../files/signed.ts'
import { AppError } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'
import type { EvidenceOf } from './evidence.ts'
import { readsEvidenceOf } from './evidence_access.ts'

const entities: EvidenceOf[] = [
  'devactivity',
  'procedure',
  'devqualification',
  'devform',
  'devwaiver',
  'cpd_assessment',
  'cpd_audit',
]

const Params = Type.Object(
  {
    entity: Type.Unsafe<EvidenceOf>(Type.String({ enum: entities, description: 'What it is evidence of' })),
    entity_id: Id,
    file_id: Id,
  },
  { additionalProperties: false },
)
const ViewBody = Nullable(
  Type.Object(
    { download: Type.Optional(Type.Boolean({ description: 'An address that saves the file' })) },
    { additionalProperties: false },
  ),
)
const path = 'cpd/evidence/:entity/:entity_id/:file_id'

/**
 * Evidence, by the right to read what it is evidence of: a current supervisor opens that of an activity which they see.
 * The right is checked again when the address is used, so an ended relationship opens nothing from then on. It gives no
 * access to the person's other files.
 */
export const viewEvidence = defineAction({
  method: 'POST',
  path: `${path}/view`,
  tags: ['cpd'],
  summary: 'Get an address of a piece of evidence that works without a token for a minute',
  params: Params,
  body: ViewBody,
  answer: SignedAddress,
  status: 200,
  async run({ context: { db, config }, viewer, body, params }) {
    const { download = false } = body ?? {}
    await readable(db, viewer, params)
    return makeAddress(viewer, { ...signedOf(params), download }, config.jwt_secret)
  },
})

export function addEvidenceContent(app: TypedApp, context: ApiContext): void {
  const { db, config } = context
  app.get(`/${path}/content`, {
    schema: {
      tags: ['cpd'],
      summary: 'Read a piece of evidence by a signed address',
      params: Params,
      security: [],
      querystring: Type.Object(signedQuery, { additionalProperties: false }),
      response: { ...answers({}), 200: Type.Any({ description: 'The bytes' }) },
    },
    async handler(request, reply) {
      const { session, expires, download = false, signature } = request.query
      const signed: Signed = { ...signedOf(request.params), session: session as 'operator', expires, download }
      const viewer = await viewerOfAddress(db, signed, { signature, secret: config.jwt_secret, ip: request.ip })
      return serve(context, request, reply, [await readable(db, viewer, request.params)], { download })
    },
  })
}

const signedOf = ({ entity, entity_id, file_id }: Evidence) => ({
  of: `cpd/evidence/${entity}/${entity_id}` as const,
  id: file_id,
  ids: [],
})

/** @throws {AppError} not_found for what the viewer may not read, and a file that is not its evidence */
async function readable(db: Db, viewer: Viewer, { entity, entity_id, file_id }: Evidence): Promise<Served> {
  const { rows } = await sql<Served>`
    select f.id, f.organisation_id, f.name, f.is_folder, f.mimetype, f.size, f.sha256, f.content_id, f.scan_state
    from file_evidence opened join file f on f.id = opened.file_id and f.organisation_id = opened.organisation_id
      join ${sql.table(entity)} on ${sql.ref(`${entity}.id`)} = opened.entity_id
        and ${sql.ref(`${entity}.organisation_id`)} = opened.organisation_id
    where opened.entity = ${entity} and opened.entity_id = ${entity_id} and opened.file_id = ${file_id}
      and f.content_id is not null and ${readsEvidenceOf(viewer, entity)} and ${readsEvidence(viewer, 'f')}`.execute(db)
  if (!rows[0]) throw new AppError('not_found', 'There is no such evidence.', 'file_id')
  return rows[0]
}

type Evidence = { entity: EvidenceOf; entity_id: number; file_id: number }
