import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import { ADMIN, connectLive, type Network, signIn, startNetwork } from '../network.ts'
import { guest, lastMail, register } from './accounts.people.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork({ SESSION_MAX_DAYS: '7' })
})
afterAll(() => network.stop())

/** Ages the newest session. */
async function age(days: number): Promise<void> {
  await sql`update session set created_at = now() - make_interval(hours => ${days * 24}::int)
    where id = (select max(id) from session)`.execute(network.db)
}

describe('a session', () => {
  it('is renewed up to its maximum age', async () => {
    const token = await signIn(network.url, ADMIN.email, ADMIN.password)
    await age(6)
    const { data } = await guest(network).post('user/signin', { token })
    expect((await guest(network, data.token).client.call('GET', 'user/token')).status).toBe(200)
    await age(7)
    const ended = { status: 401, code: 'unauthorized' }
    expect(await guest(network).refused('user/signin', { token })).toMatchObject(ended)
    expect(await guest(network).refused('token', { token })).toMatchObject(ended)
    expect(await guest(network, token).refused('user/token', {}, 'GET')).toMatchObject(ended)
  })

  it('ends at its maximum age, even after a recent renewal', async () => {
    const token = await signIn(network.url, ADMIN.email, ADMIN.password)
    await sql`update session set created_at = now() - interval '7 days' + interval '1 minute'
      where id = (select max(id) from session)`.execute(network.db)
    await guest(network).post('user/signin', { token })
    const { rows } = await sql<{ left_s: number }>`select extract(epoch from expires_at - now())::float8 as left_s
      from session order by id desc limit 1`.execute(network.db)
    expect(rows[0]!.left_s).toBeLessThanOrEqual(60)
    await sql`update session set expires_at = now() where id = (select max(id) from session)`.execute(network.db)
    await expect(
      createClient({ base: network.url, token: () => token, retries: 0 }).list('tracker'),
    ).rejects.toMatchObject({ status: 401 })
    await expect(connectLive(network, { token })).rejects.toThrow()
  })
})

describe('a push subscription', () => {
  it('ends when the password is set by a mailed link', async () => {
    const token = await register(network, 'burgled')
    const thief = guest(network, token).client
    await thief.create('pushsubscription', {
      endpoint: 'https://push.example.com/thief',
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
    })
    await guest(network).post('password/reset', { email: 'burgled@example.com' })
    const { token: link } = await lastMail(network, 'burgled@example.com')
    const mended = 'another horse battery'
    await guest(network).post('password/change', { token: link, new_password: mended, new_password_confirm: mended })
    const left = await network.db.selectFrom('push_subscription').select('id').execute()
    expect(left).toEqual([])
  })
})

describe('an administrator who has lost the password', () => {
  it('gets another by a command on the machine of the server, and chooses their own with it', async () => {
    const env = { ...process.env, DATA_DIR: network.data_dir, HTTP_PORT: new URL(network.url).port }
    const command = (account: string) =>
      promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../scripts/password.ts'), account], { env })
    await expect(command('nobody@example.com')).rejects.toThrow('has no account with')
    const { stdout } = await command(ADMIN.email.toUpperCase())
    const given = stdout.trim().split(': password ')[1]!
    const { data } = await guest(network).post('user/signin', { username: ADMIN.email, password: given })
    expect(data.user).toMatchObject({ username: 'admin', password_change_required: true })
    // Who is signed in as themselves names the present password.
    const own = { id: data.user.id, password: 'another horse battery' }
    const changed = { password: given, new_password: own.password, new_password_confirm: own.password }
    await guest(network, data.token).post('password/change', changed)
    const { data: again } = await guest(network).post('user/signin', { username: ADMIN.email, password: own.password })
    expect(await guest(network, again.token).refused('user', own)).toMatchObject({ status: 403, field: 'password' })
  })
})
