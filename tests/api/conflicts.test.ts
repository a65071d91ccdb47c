import { beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#api/http/attempts.ts'
import type { Network } from '../network.ts'
import { guest } from '../people/accounts.people.ts'
import { makeOrganisation, makePerson, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  await theirs.administrator.client.create('tracker', { number: 'theirs-1' })
})

const [LIMIT] = limits.conflict
const forget = () => network.db.deleteFrom('attempt').execute()
const statuses = async (n: number, ask: (i: number) => Promise<unknown>) =>
  Promise.all(
    Array.from({ length: n }, (_, i) =>
      ask(i).then(
        () => 201,
        ({ status }: { status: number }) => status,
      ),
    ),
  )
const count = (all: number[], status: number) => all.filter((one) => one === status).length

describe('conflicts with invisible rows', () => {
  it.each([
    ['an address', 'user', (i: number) => ({ username: `probe-${i}`, email: 'theirs-user@example.com' }), 465],
    ['a username', 'user', (i: number) => ({ username: 'theirs-user', email: `probe-${i}@example.com` }), 464],
    ['a tracker’s number', 'tracker', () => ({ number: 'theirs-1' }), 472],
  ])('are limited per hour: %s', async (_name, path, body, status) => {
    await forget()
    const { client, token } = ours.administrator
    const answers = await statuses(LIMIT + 20, (i) => client.call('PUT', path, body(i)))
    expect(count(answers, status)).toBeGreaterThanOrEqual(LIMIT)
    expect(count(answers, status)).toBeLessThan(LIMIT + 5)
    expect(count(answers, status) + count(answers, 429)).toBe(LIMIT + 20)
    // Beyond the limit, free and taken names get the same answer.
    const free = path === 'user' ? { username: 'is-free', email: 'free@example.com' } : { number: 'free-1' }
    const response = await fetch(`${network.url}/api/v1/${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(free),
    })
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3000)
  })

  it('are limited for one’s own name, address and organisation, too', async () => {
    await forget()
    const person = await makePerson(network, 'prober', ours.id, 'Administrator')
    const ask = (i: number) =>
      i % 2 === 0
        ? person.client.call('POST', 'username/change', { username: 'theirs-user' })
        : person.client.update('organisation', { id: ours.id, name: 'theirs' })
    const answers = await statuses(LIMIT + 20, ask)
    expect(count(answers, 429)).toBeGreaterThan(15)
    expect(count(answers, 464) + count(answers, 468)).toBeLessThan(LIMIT + 5)
  })

  it('are limited for several users of an organisation together', async () => {
    await forget()
    const [of_organisation] = limits.conflict_organisation
    const people = [ours.administrator, ours.staff, ours.user, ours.customer]
    people.push(
      await makePerson(network, 'fifth', ours.id, 'User'),
      await makePerson(network, 'sixth', ours.id, 'User'),
    )
    let conflicts = 0
    for (const { client } of people) {
      conflicts += count(await statuses(LIMIT, () => client.create('tracker', { number: 'theirs-1' })), 472)
    }
    expect(conflicts).toBeGreaterThanOrEqual(of_organisation)
    expect(conflicts).toBeLessThan(of_organisation + 5)
    // Another organisation is not affected from another network, only from this one.
    await network.db.deleteFrom('attempt').where('key', 'like', 'conflict_address:%').execute()
    await theirs.administrator.client.create('tracker', { number: 'theirs-2' })
  })

  it('do not limit 500 new trackers, and the same ones again', async () => {
    await forget()
    const { client } = ours.administrator
    const add = (i: number) => client.create('tracker', { number: `import-${i}` })
    expect(count(await statuses(500, add), 201)).toBe(500)
    // Conflicts with visible rows are not counted.
    expect(count(await statuses(500, add), 472)).toBe(500)
    await client.create('tracker', { number: 'import-more' })
    expect(
      await guest(network, ours.administrator.token).refused('tracker', { number: 'theirs-1' }, 'PUT'),
    ).toMatchObject({ status: 472 })
  })
})
