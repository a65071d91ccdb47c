import { enter, registerDemo } from '../demo_organisation.ts'
import type { SignIns } from '../demo_people.ts'
import { localUrl } from '../operator.ts'
import type { RingfenceServer } from '../server/compose.ts'
import { type Config, readSecret } from '../server/config.ts'
import { Books } from './books.ts'
import { CLUB, people, TIMEZONE, type Username } from './people.ts'

/**
 * Adds a club with members and books to a server in this process: its books are written through REST, by its treasurer.
 *
 * @returns the usernames and the password; null where it was not made, or the password was changed
 */
export async function startClub(
  { database: { db }, http_port }: RingfenceServer,
  config: Config,
  print: (text: string) => void,
): Promise<SignIns | null> {
  if (config.role === 'gateway') return null
  try {
    const { organisation_id, is_new, password } = await registerDemo(db, readSecret(config), {
      demo: 'demo club',
      name: CLUB,
      timezone: TIMEZONE,
      currency: 'NZD',
      features: ['files', 'billing'],
      people,
      domain: 'club.example',
    })
    if (is_new) {
      print(`Adding the ${CLUB} …`)
      const { client } = await enter(localUrl({ ...config, http_port }), 'demo.kiri', password!)
      await new Books(client, organisation_id, await idsIn(db, organisation_id)).write()
      await client.call('POST', 'user/signout', {})
    }
    return password === null ? null : { password, people: shown }
  } catch (error) {
    // The rest of the demo does without it.
    print(`The ${CLUB} could not be made: ${(error as Error).message}`)
    return null
  }
}

/** Those that a newcomer may want to be. */
const shown = (['demo.kiri', 'demo.lena', 'demo.sam'] as const).map((username) => ({
  username,
  part: people[username].part,
}))

async function idsIn(db: RingfenceServer['database']['db'], organisation_id: number): Promise<Map<Username, number>> {
  const rows = await db
    .selectFrom('membership as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.username'])
    .where('m.organisation_id', '=', organisation_id)
    .execute()
  return new Map(rows.map(({ id, username }) => [username as Username, id]))
}
