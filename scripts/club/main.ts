import { enter, startDemo, type Written } from '../demo_organisation.ts'
import type { SignIns } from '../demo_people.ts'
import type { RingfenceServer } from '../server/compose.ts'
import type { Config } from '../server/config.ts'
import { Books } from './books.ts'
import { CLUB, people, TIMEZONE, type Username } from './people.ts'

/** Adds a club with members and books, which its treasurer has written. */
export const startClub = (
  server: RingfenceServer,
  config: Config,
  print: (text: string) => void,
): Promise<SignIns | null> =>
  startDemo(server, config, print, {
    demo: 'demo club',
    name: CLUB,
    timezone: TIMEZONE,
    currency: 'NZD',
    features: ['files', 'billing'],
    people,
    domain: 'club.example',
    shown: ['demo.kiri', 'demo.lena', 'demo.sam'],
    write: (to) => write(server, to),
  })

async function write(
  { database: { db } }: RingfenceServer,
  { url, organisation_id, password }: Written,
): Promise<void> {
  const rows = await db
    .selectFrom('membership as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.username'])
    .where('m.organisation_id', '=', organisation_id)
    .execute()
  const ids = new Map(rows.map(({ id, username }) => [username as Username, id]))
  const { client } = await enter(url, 'demo.kiri', password)
  await new Books(client, organisation_id, ids).write()
  await client.call('POST', 'user/signout', {})
}
