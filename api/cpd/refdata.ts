import { hash } from 'node:crypto'
import { type TObject, Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../crud/action.ts'
import type { ListQuery } from '../crud/list_query.ts'
import { gather } from '../crud/lists.ts'
import type { Resource } from '../crud/resource.ts'
import { withCpd } from './access.ts'
import { cpdstandard } from './cycles/cpdstandard.ts'
import { devcategory } from './cycles/devcategory.ts'
import { devformtemplate } from './forms/devformtemplate.ts'
import { procedureterm } from './procedures/procedureterm.ts'

/** Rows of one kind; an organisation has at most as many by its quota. */
const MOST = 5000

const Refdata = Type.Object({
  categories: Type.Array(devcategory.row),
  terms: Type.Array(procedureterm.row),
  templates: Type.Array(devformtemplate.row),
  standards: Type.Array(cpdstandard.row),
})

/** What forms need to be filled in, in one answer, which clients keep by its ETag. */
export const readRefdata = defineAction({
  method: 'GET',
  path: 'cpd/refdata',
  tags: ['cpd'],
  summary: 'Read categories, terms, published form templates and standards; 304 for a known ETag',
  query: Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false }),
  answer: Refdata,
  plain: { 304: Type.Any({ description: 'As the ETag of If-None-Match' }) },
  async run({ context: { db }, viewer, query: { organisation_id }, request, reply }) {
    // An organisation without CPD has no rows here, whatever it had before.
    const able = withCpd(viewer)
    const rows = <Row extends TObject>(resource: Resource<string, Row>, query: ListQuery) => {
      const asked = { sort: 'id', limit: MOST, ...(organisation_id !== undefined && { organisation_id }), ...query }
      return gather(db, resource, able, asked)
    }
    const { organisation_id: _o, ...standards } = cpdstandard.filters
    const data = {
      categories: await rows(devcategory, { active: true }),
      terms: await rows(procedureterm, { active: true }),
      templates: await rows(devformtemplate, { state: 'published' }),
      // The built-in ones belong to no organisation.
      standards: await rows({ ...cpdstandard, filters: standards }, {}),
    }
    const etag = `"${hash('sha256', JSON.stringify(data)).slice(0, 32)}"`
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send(null)
    return data
  },
})
