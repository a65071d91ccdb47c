import { type SqlBool, sql } from 'kysely'
import type { ImportKind } from '../../crud/imports/kind.ts'
import { tag } from '../tags/tag.ts'

/** Tags by their names. */
export const tags: ImportKind = {
  resource: tag,
  key: ['name'],
  columns: {
    name: { required: true, aliases: ['tag', 'label', 'keyword', 'schlagwort'] },
    colour: { aliases: ['color', 'farbe'] },
  },
  same: ({ name = '' }) => name.toLowerCase(),
  async find(trx, { viewer, organisation_id, values }) {
    const { rows } = await sql<{ id: number }>`select tag.id from tag where tag.organisation_id = ${organisation_id}
      and lower(tag.name) = ${values.name!.toLowerCase()} and ${sql<SqlBool>`${tag.reads(viewer)}`}`.execute(trx)
    return rows[0] && Number(rows[0].id)
  },
}
