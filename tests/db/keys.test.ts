import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKeyRing } from '#db/keys/open.ts'
import { purposes } from '#db/keys/purposes.ts'
import { KeyRing } from '#db/keys/ring.ts'
import { forgetKey, rotateKeys } from '#db/keys/rotate.ts'
import { type Network, startNetwork } from '../network.ts'
import { makeOrganisation, type Organisation, PASSWORD } from '../seeds/people.ts'

let network: Network
let ours: Organisation
beforeAll(async () => {
  network = await startNetwork()
  ours = await makeOrganisation(network, 'ours')
})
afterAll(() => network.stop())

const options = () => ({ data_dir: network.data_dir, keys: null, legacy_secret: 'x'.repeat(32) })
const sealedOf = async (user_id: number) =>
  (
    await network.db
      .selectFrom('user_account')
      .select('totp_secret')
      .where('id', '=', user_id)
      .executeTakeFirstOrThrow()
  ).totp_secret!

describe('rotating the keys', () => {
  it('seals everything with the new key, and second factors still work', async () => {
    const { client, id, username } = ours.user
    const { data } = await client.call('POST', 'user/totp/start', { password: PASSWORD })
    const totp = new TOTP({ secret: Secret.fromBase32(data.secret) })
    const at = Date.now()
    await client.call('POST', 'user/totp/enable', { code: totp.generate({ timestamp: at - 30_000 }) })
    const before = await sealedOf(id)
    const ring = await openKeyRing(network.db, options())
    const first = ring.current
    const rotated = await rotateKeys(network.db, ring)
    expect(rotated).toMatchObject({ removed: [] })
    expect(rotated.current).not.toBe(first)
    const after = await sealedOf(id)
    expect([ring.isCurrent(before), ring.isCurrent(after)]).toEqual([false, true])
    const signedIn = await client.call('POST', 'user/signin', {
      ...{ username, password: PASSWORD, code: totp.generate({ timestamp: at }) },
    })
    expect(signedIn.data.user.totp_enabled).toBe(true)
    // The first key is removed by the next rotation: by then no running process uses it.
    expect((await rotateKeys(network.db, ring)).removed).toEqual([first])
    expect((await network.db.selectFrom('encryption_key').select('id').execute()).map((key) => key.id).sort()).toEqual(
      [...ring.ids].sort(),
    )
  })

  it('takes over what was sealed with the secret before the ring, and leaves what cannot be opened', async () => {
    const ring = await openKeyRing(network.db, options())
    const other = randomBytes(60).toString('base64')
    await sql`update user_account set totp_secret = ${other} where id = ${ours.staff.id}`.execute(network.db)
    await rotateKeys(network.db, ring)
    expect(await sealedOf(ours.staff.id)).toBe(other)
    expect(ring.unseal(await sealedOf(ours.user.id), purposes.totp(ours.user.id))).toMatch(/^[A-Z2-7]+$/)
  })
})

it('refuses a process with other keys, until they are forgotten', async () => {
  const other = join(network.data_dir, 'elsewhere')
  mkdirSync(other)
  const elsewhere = { ...options(), data_dir: other }
  await expect(openKeyRing(network.db, elsewhere)).rejects.toThrow('put back DATA_DIR/keys/ring.json')
  // A ring of its own, such as that of another installation.
  new KeyRing({ data_dir: other, legacy_secret: '' })
  await expect(openKeyRing(network.db, elsewhere)).rejects.toThrow('The key ring of this process lacks')
  renameSync(join(other, 'keys'), join(other, 'gone'))
  for (const { id } of await network.db.selectFrom('encryption_key').select('id').execute()) {
    expect(await forgetKey(network.db, id)).toBe(true)
  }
  expect((await openKeyRing(network.db, elsewhere)).ids).toHaveLength(1)
})
