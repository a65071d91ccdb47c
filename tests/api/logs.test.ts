import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPhone } from '../gateway/phone.ts'
import { ADMIN, connectLive, type Network, startNetwork } from '../network.ts'
import { guest, lastMail } from '../people/accounts.people.ts'

let network: Network
const lines: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  network = await startNetwork({}, { log })
})
afterAll(() => network.stop())

it('contains no token, password or link from any kind of request', async () => {
  const { data: tracker } = await network.admin.create('tracker', { number: 'logged' })
  const device_token = tracker.device_token as string
  const expires_at = new Date(Date.now() + 3600_000).toISOString()
  const { data: link } = await network.admin.create('sharelink', { tracker_id: tracker.id, expires_at })
  const wrong = 'an-unknown-token'

  for (const token of [device_token, network.token, wrong, `${wrong}.${wrong}.${wrong}`]) {
    for (const options of [
      { query: `?token=${token}` },
      { query: `?token=${token}&number=logged` },
      { headers: { authorization: `Bearer ${token}` } },
    ]) {
      const phone = openPhone(network.url, options)
      await phone.opened
      phone.send('rubbish')
      await expect.poll(() => phone.received.length).toBeGreaterThan(0)
      phone.socket.close()
    }
    const headers = { authorization: `Bearer ${token}` }
    for (const path of [
      `/api/v1/trackers?token=${token}`,
      `/api/v1/nothing?token=${token}`,
      `/gateway/osmand?id=logged&lat=1&lon=rubbish&token=${token}`,
      `/gateway/osmand?id=unknown&lat=1&lon=1&token=${token}`,
      `/app/share/${token}`,
    ]) {
      await (await fetch(network.url + path, { headers })).text()
    }
    await connectLive(network, { token }).then(
      (live) => live.stop(),
      () => {},
    )
    await guest(network)
      .post('user/signin', { token })
      .catch(() => {})
    await guest(network)
      .post('share/position', { token })
      .catch(() => {})
    await guest(network)
      .post('user/signin', { username: token, password: 'a wrong password' })
      .catch(() => {})
  }
  await guest(network).post('password/reset', { email: ADMIN.email })
  const { token: reset } = await lastMail(network, ADMIN.email)
  await guest(network).post('password/token', { token: reset })
  // Internal errors are logged with their properties.
  await network.db.schema.alterTable('share_link').renameTo('elsewhere').execute()
  await guest(network)
    .post('share/position', { token: link.token })
    .catch(() => {})
  await (await fetch(`${network.url}/api/v1/sharelinks?tracker_id=1&token=${wrong}`)).text()
  await network.db.schema.alterTable('elsewhere').renameTo('share_link').execute()

  const logged = lines.join('\n')
  expect(logged).toContain('request failed')
  const secrets = [device_token, network.token, network.token.split('.')[2]!, String(link.token), wrong, reset]
  for (const secret of [...secrets, ADMIN.password, 'a wrong password']) expect(logged).not.toContain(secret)
})
