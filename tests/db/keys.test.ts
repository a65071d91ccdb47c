import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKeyRing } from '#db/keys/open.ts'
import { KeyRing } from '#db/keys/ring.ts'
import { forgetKey, rotateKeys } from '#db/keys/rotate.ts'
import { purposes } from '#db/tables/purposes.ts'
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
      username,
      password: PASSWORD,
      code: totp.generate({ timestamp: at }),
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
  const ring = await openKeyRing(network.db, options())
  const forget = (id: string, more = {}) => forgetKey(network.db, id, { ring, is_lost: false, ...more })
  await expect(forget(ring.current)).rejects.toThrow('is the current one')
  const earlier = ring.ids.find((id) => id !== ring.current)!
  await expect(forget(earlier)).rejects.toThrow('until the next rotation')
  const sealed = ring.seal('JBSWY3DPEHPK3PXP', purposes.totp(ours.user.id))
  const sealedBy = (id: string) => sealed.replace(ring.current, id)
  const set = (totp_secret: string) =>
    network.db.updateTable('user_account').set({ totp_secret }).where('id', '=', ours.user.id).execute()
  await set(sealedBy(earlier))
  await expect(forget(earlier)).rejects.toThrow(/1 value is sealed with it. Rotate/)
  await expect(forget('nokey')).rejects.toThrow('no key nokey')
  // A value of a key that nothing lists any more: as after an earlier release had given it up.
  await set(sealedBy('k0lost'))
  await expect(openKeyRing(network.db, options())).rejects.toThrow('lacks k0lost')
  await network.db.insertInto('encryption_key').values({ id: 'k0lost' }).execute()
  await expect(forget('k0lost')).rejects.toThrow('--lost')
  expect(await forget('k0lost', { is_lost: true })).toBe(1)
  await expect(forget('k0lost', { is_lost: true })).rejects.toThrow('given up before')
  expect((await openKeyRing(network.db, options())).current).toBe(ring.current)
  // Without any ring: all of it is lost.
  for (const id of ring.ids) expect(await forget(id, { ring: null, is_lost: true })).toBeGreaterThanOrEqual(0)
  expect((await openKeyRing(network.db, elsewhere)).ids).toHaveLength(1)
})

it.runIf(process.env.DATABASE === 'server')('gives up a key only after a yes', async () => {
  const script = join(import.meta.dirname, '../../scripts/db.ts')
  const env = { ...process.env, DATA_DIR: join(network.data_dir, 'elsewhere'), DATABASE_URL: await urlOf(network) }
  const [key] = await network.db.selectFrom('encryption_key').select('id').where('forgotten_at', 'is', null).execute()
  await network.db.insertInto('encryption_key').values({ id: 'k1lost' }).execute()
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [script, 'forget-key', ...args], { env }).then(
      ({ stdout }) => stdout,
      ({ stderr }) => String(stderr),
    )
  expect(await run('k1lost')).toContain('needs --yes')
  expect(await run(key!.id, '--yes')).toContain('is the current one')
  expect(await run('k1lost', '--yes')).toContain('Given up: k1lost')
})

async function urlOf({ db }: Network): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = new URL(process.env.TEST_DATABASE_URL ?? 'postgresql://none')
  url.pathname = `/${rows[0]!.name}`
  return url.href
}
