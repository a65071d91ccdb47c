import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { readsUsers, writesUsers } from './scope.ts'

const Query = Type.Object(
  { id: Type.Optional({ ...Id, description: 'The account of another, for who may delete it. Default: one’s own.' }) },
  { additionalProperties: false },
)

const Consequences = Type.Object({
  phones: Type.Array(Type.Object({ id: Id, name: Type.String(), organisation: Type.String() }), {
    description: 'Phones that only this person has shared, 1000 at most.',
  }),
  organisations: Type.Array(Type.Object({ id: Id, name: Type.String(), members: Type.Integer({ minimum: 0 }) }), {
    description:
      'Organisations whose only administrator this person is. They stay with their data, without one, until a ' +
      'platform administrator names another; `members` is how many other people they have.',
  }),
})

/** What deleting an account concerns, for who is about to do it. */
export const readConsequences = defineAction({
  method: 'GET',
  path: 'user/account/consequences',
  tags: ['users'],
  summary: 'What deleting an account concerns',
  query: Query,
  answer: Consequences,
  async run({ context: { db }, viewer, query }) {
    const id = query.id ?? viewer.user_id
    await checkMayDelete(db, viewer, id)
    return { phones: await phonesOf(db, viewer, id), organisations: await leftAlone(db, id) }
  },
})

async function checkMayDelete(db: Db, viewer: Viewer, id: number): Promise<void> {
  const account = await db
    .selectFrom('user_account')
    .select(sql<boolean>`${writesUsers(viewer)}`.as('writable'))
    .where('id', '=', id)
    .where(readsUsers(viewer))
    .executeTakeFirst()
  if (!account) throw new AppError('not_found', 'There is no such user.', 'id')
  if (!account.writable) throw new AppError('forbidden')
}

/** Of another person those in organisations that the viewer administers: nobody learns of others. */
async function phonesOf(db: Db, viewer: Viewer, user_id: number): Promise<Static<typeof Consequences>['phones']> {
  return db
    .selectFrom('tracker as t')
    .innerJoin('organisation as o', 'o.id', 't.organisation_id')
    .select(['t.id', sql<string>`coalesce(t.name, t.number)`.as('name'), 'o.name as organisation'])
    .where('t.owner_user_id', '=', user_id)
    .where('t.type', '=', 'phone')
    .$if(user_id !== viewer.user_id && !viewer.platform_admin, (query) =>
      query.where('t.organisation_id', 'in', organisationsOf(viewer, ...managesAll)),
    )
    .orderBy('name')
    .orderBy('t.id')
    .limit(1000)
    .execute()
}

/** Organisations in which this person is the only administrator who can sign in. */
async function leftAlone(db: Db, user_id: number): Promise<Static<typeof Consequences>['organisations']> {
  const isOther = sql`m.organisation_id = o.id and m.user_id <> ${user_id}
    and exists (select from user_account u where u.id = m.user_id and u.deleted_at is null and u.active
      and u.confirmed_at is not null)`
  const { rows } = await sql<{ id: number; name: string; members: number }>`
    select o.id, o.name, (select count(*)::int from membership m where ${isOther}) as members
    from organisation o
    join membership own on own.organisation_id = o.id and own.user_id = ${user_id} and own.role_name = 'Administrator'
      and own.role_id is null
    where not exists (select from membership m where ${isOther} and m.role_name = 'Administrator' and m.role_id is null)
    order by o.name, o.id`.execute(db)
  return rows
}
