import type { Static, TProperties } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { Database } from '#db/tables/index.ts'
import { type MembershipRole, membershipRoles } from '#db/tables/people/membership.ts'
import { ofRoles, readsShared, writesOwned } from './access.ts'
import { belongingFor, changedOwner, organisationWhere } from './belonging.ts'
import { checkName, Name } from './checks.ts'
import { bodyOf, type Target } from './resource.ts'
import { rows } from './rows.ts'
import { managesAll, type Viewer } from './viewer.ts'

/**
 * Access and writing of rows that belong to an organisation, and to one member of it or to all (`owner_user_id`):
 * members read what is theirs or everyone's, administrators and owners write. Each has a `name`, which is trimmed.
 *
 * @param required fields besides the name
 * @param toColumns the columns of fields that the table has in another form
 * @example
 * export const reportconfig = defineResource({ name: 'reportconfig', …, ...ownedRows('report_config', { report }, { query }) })
 */
export function ownedRows<Required extends TProperties, Optional extends TProperties>(
  table: OwnedTable,
  required: Required,
  optional: Optional,
  toColumns: (fields: Fields<Required & Optional>) => object = (fields) => fields,
) {
  const owner_user_id = Nullable(Id)
  return {
    table,
    belongs: 'owner' as const,
    reads: (viewer: Viewer) => readsShared(viewer, table),
    writes: (viewer: Viewer) => writesOwned(viewer, table),
    create: {
      body: bodyOf({ name: Name, ...required }, { ...optional, organisation_id: Id, owner_user_id }),
      async run(trx: Trx, viewer: Viewer, body: object) {
        const { organisation_id, owner_user_id, ...fields } = body as Body
        const belonging = await belongingFor(trx, viewer, { organisation_id, owner_user_id } as Body)
        return rows(trx, table).insert({ ...columnsOf(fields), ...belonging } as never)
      },
    },
    update: {
      body: bodyOf({}, { name: Name, ...required, ...optional, owner_user_id }),
      async run(trx: Trx, viewer: Viewer, body: Target) {
        const { id, organisation_id, owner_user_id, ...fields } = body as Body & Target
        const owner = await changedOwner(trx, viewer, { organisation_id, owner_user_id })
        await rows(trx, table).update({ id, organisation_id, ...columnsOf(fields), owner_user_id: owner } as never)
      },
    },
    remove: (trx: Trx, _viewer: Viewer, target: Target) => rows(trx, table).remove(target),
  }

  function columnsOf({ name, ...fields }: { name?: string }) {
    return { ...toColumns(fields as Fields<Required & Optional>), name: checkName(name) }
  }
}

/**
 * Access and writing of rows that belong to an organisation: members with one of the roles read and write them. A `name`
 * is trimmed.
 *
 * @param required fields of a new row
 * @param given columns that a new row gets from who creates it
 * @example
 * export const remindermessage = defineResource({ …, ...organisationRows('reminder_message', {}, { subject, text }, { active }) })
 */
export function organisationRows<Required extends TProperties, Optional extends TProperties>(
  table: OrganisationTable,
  { readers = [...membershipRoles], writers = managesAll }: Roles,
  required: Required,
  optional: Optional,
  given: (viewer: Viewer) => object = () => ({}),
) {
  return {
    table,
    belongs: { readers, writers },
    reads: (viewer: Viewer) => ofRoles(viewer, `${table}.organisation_id`, readers),
    writes: (viewer: Viewer) => ofRoles(viewer, `${table}.organisation_id`, writers),
    create: {
      body: bodyOf(required, { ...optional, organisation_id: Id }),
      run(trx: Trx, viewer: Viewer, body: object) {
        const organisation_id = organisationWhere(viewer, writers, (body as Partial<Target>).organisation_id)
        return rows(trx, table).insert({ ...withName(body), organisation_id, ...given(viewer) } as never)
      },
    },
    update: {
      body: bodyOf({}, { ...required, ...optional }),
      run: (trx: Trx, _viewer: Viewer, body: Target) => rows(trx, table).update(withName(body) as never),
    },
    remove: (trx: Trx, _viewer: Viewer, target: Target) => rows(trx, table).remove(target),
  }
}

function withName(fields: object): object {
  const { name } = fields as { name?: string }
  return name === undefined ? fields : { ...fields, name: checkName(name) }
}

/** Tables of an organisation whose rows may have an owner and have a name. */
type OwnedTable = {
  [T in keyof Database]: 'organisation_id' | 'owner_user_id' | 'name' extends keyof Database[T] ? T : never
}[keyof Database]

type Fields<Properties extends TProperties> = { [K in keyof Properties]?: Static<Properties[K]> }
type Body = { organisation_id?: number; owner_user_id?: number | null; name?: string }

type Roles = { readers?: MembershipRole[]; writers?: MembershipRole[] }

/** Tables whose rows belong to an organisation. */
type OrganisationTable = {
  [T in keyof Database]: 'id' | 'organisation_id' | 'modified_at' extends keyof Database[T] ? T : never
}[keyof Database]
