import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Db } from '#db/database.ts'
import { checkAlphabets, checkVisibleName } from '../../crud/checks.ts'
import { wrong } from '../../http/errors.ts'
import { skeletonsOf } from '../../organisations/look_alikes.ts'
import { checkRedirects, hostOf } from './redirects.ts'

/** What a client says of itself (RFC 7591 §2), of which the rest is ignored. */
const Metadata = Type.Object({
  client_name: Type.Optional(Type.String({ maxLength: 100 })),
  redirect_uris: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, maxItems: 10 }),
  grant_types: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 })),
  response_types: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 })),
})
type Metadata = Static<typeof Metadata>

/**
 * Reads what a client says of itself. Whether it is true is for people to decide, by where the browser is sent back to; a
 * name that looks like this website's is refused.
 *
 * @throws {AppError} bad_request naming the field
 */
export async function readMetadata(db: Db, given: unknown): Promise<{ name: string; redirect_uris: string[] }> {
  if (!Value.Check(Metadata, given)) {
    const [error] = Value.Errors(Metadata, given)
    const field = error?.instancePath.split('/')[1] || 'redirect_uris'
    throw wrong(field, 'is missing, too long or of another kind.')
  }
  const { redirect_uris, grant_types, response_types } = given as Metadata
  if (grant_types && !grant_types.includes('authorization_code')) {
    throw wrong('grant_types', 'lacks authorization_code.')
  }
  if (response_types && !response_types.includes('code')) throw wrong('response_types', 'lacks code.')
  checkRedirects(redirect_uris, { by_administrator: false })
  const name = checkVisibleName((given as Metadata).client_name?.trim() || hostOf(redirect_uris[0]!), 'client_name')
  checkAlphabets(name, 'client_name')
  await refuseOurName(db, name)
  return { name, redirect_uris: [...new Set(redirect_uris)] }
}

/** So that no page asks people to let in what looks like this website. */
async function refuseOurName(db: Db, name: string): Promise<void> {
  const website = await db.selectFrom('website').select('name').executeTakeFirst()
  const ours = ['Ringfence', website?.name ?? ''].filter(Boolean).map(plain)
  if (ours.some((each) => plain(name).includes(each)))
    throw wrong('client_name', 'looks like the name of this website.')
}

/** In lower case, as it looks, and without what separates words. */
const plain = (name: string) =>
  skeletonsOf(name)
    .at(-1)!
    .replace(/[\s\p{P}]/gu, '')
