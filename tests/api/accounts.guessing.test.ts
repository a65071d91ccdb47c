import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Network, startNetwork } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation, PASSWORD } from '../seeds/people.ts'
import { guest } from './accounts.people.ts'

let network: Network
let ours: Organisation
beforeAll(async () => {
  network = await startNetwork()
  ours = await makeOrganisation(network, 'ours')
})
afterAll(() => network.stop())

const signIn = (username: string) => guest(network).post('user/signin', { username, password: PASSWORD })

describe('guessing', () => {
  it('is refused after ten, for known and unknown alike, hinders nobody else, and is forgiven by an administrator', async () => {
    const person = await makePerson(network, 'guessed', ours.id, 'User')
    const answers = async (username: string) => {
      const wrong = { username, password: 'wrong' }
      const all = await Promise.all(Array.from({ length: 200 }, () => guest(network).refused('user/signin', wrong)))
      return Object.fromEntries(
        Map.groupBy(all, ({ status }) => status)
          .entries()
          .map(([s, { length }]) => [s, length]),
      )
    }
    const guessing = answers('guessed')
    expect((await signIn('ours-user')).status).toBe(200)
    expect(await guessing).toEqual({ 401: 10, 429: 190 })
    expect(await answers('nobody')).toEqual({ 401: 10, 429: 190 })
    expect((await signIn('ours-staff')).status).toBe(200)
    const locked = { username: 'guessed', password: PASSWORD }
    expect(await guest(network).refused('user/signin', locked)).toMatchObject({ status: 429 })
    await ours.administrator.client.call('POST', 'user/unlock', { id: person.id })
    expect((await signIn('guessed')).status).toBe(200)
  })

  it('at many accounts from one network does not come before somebody else’s sign-in', async () => {
    const finished: string[] = []
    const signing = (username: string, password: string, remoteAddress: string) =>
      network.server.api.app
        .inject({ method: 'POST', url: '/api/v1/user/signin', payload: { username, password }, remoteAddress })
        .then(({ statusCode }) => void finished.push(`${username} ${statusCode}`))
    const guesses = Array.from({ length: 200 }, (_, i) => signing(`guess-${i}`, 'wrong', '203.0.113.5'))
    // Once the first has been answered, the others wait or are refused.
    await Promise.race(guesses)
    await signing('ours-user', PASSWORD, '198.51.100.7')
    await Promise.all(guesses)
    const hashed = finished.filter((line) => !line.endsWith('429'))
    // Ours came behind those that had begun, not behind all that waited.
    expect(hashed.length).toBeGreaterThan(100)
    expect(hashed.indexOf('ours-user 200')).toBeLessThan(10)
  })

  it('for mails is refused after five, whether the address is known or not', async () => {
    for (const email of ['ours-user@example.com', 'nobody@example.com']) {
      for (let n = 0; n < 5; n++) await guest(network).post('password/reset', { email })
      expect(await guest(network).refused('password/reset', { email })).toMatchObject({ status: 429 })
    }
  })
})
