import { randomInt } from 'node:crypto'
import type { Trx } from '#db/database.ts'

/** A free username from an address: its local part, with digits where that is taken. People may change it. */
export async function usernameFor(trx: Trx, email: string): Promise<string> {
  const local = email
    .split('@')[0]!
    .replaceAll(/[^\p{L}\p{N}._-]/gu, '')
    .slice(0, 60)
  const base = local.padEnd(3, '_')
  for (let username = base; ; username = `${base}${randomInt(1000, 1_000_000)}`) {
    const taken = await trx
      .selectFrom('user_account')
      .select('id')
      .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', username.toLowerCase()))
      .executeTakeFirst()
    if (!taken) return username
  }
}
