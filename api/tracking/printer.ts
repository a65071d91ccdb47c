import type { ApiContext } from '../context.ts'
import type { Viewer } from '../crud/viewer.ts'

/** Who prints a document, and the administrator who does it in their name. */
export async function readPrinter(
  { db }: Pick<ApiContext, 'db'>,
  { user_id, impersonator_user_id }: Viewer,
): Promise<string> {
  const ids = [user_id, impersonator_user_id].filter((id) => id !== null)
  const people = await db.selectFrom('user_account').select(['id', 'name', 'username']).where('id', 'in', ids).execute()
  const nameOf = (id: number) => people.filter((one) => one.id === id).map(({ name, username }) => name || username)[0]
  const name = nameOf(user_id) ?? ''
  return impersonator_user_id === null ? name : `${nameOf(impersonator_user_id)} for ${name}`
}
