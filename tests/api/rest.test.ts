import { hash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { errors } from '#api/http/errors.ts'
import { ADMIN, box, type Network } from '../network.ts'
import { makePerson, PASSWORD } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
beforeAll(async () => {
  network = await sharedNetwork()
  await network.admin.create('tracker', { number: 'taken' })
})

async function request(
  method: string,
  path: string,
  { body, token = network.token }: { body?: unknown; token?: string } = {},
) {
  const response = await fetch(`${network.url}/api/v1/${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text.startsWith('{') ? JSON.parse(text) : null,
  }
}

describe('signing in', () => {
  const signin = (body: object) => request('POST', 'user/signin', { body, token: '' })

  it('accepts the username or the e-mail address, in any case, and renews the token', async () => {
    const { json } = await signin({ username: 'Admin@Example.com', password: ADMIN.password })
    expect(json.data.user).toMatchObject({ username: 'admin', display_name: 'Administrator', platform_admin: true })
    expect(json.data.user.memberships).toMatchObject([{ role_name: 'Administrator', role_is_admin: true }])
    expect(json.data.user).not.toHaveProperty('password_hash')
    expect((await signin({ username: 'admin', password: ADMIN.password })).status).toBe(200)
    expect((await signin({ token: json.data.token })).json.data.user.username).toBe('admin')
  })

  it('refuses existing and unknown users alike', async () => {
    const wrong = await signin({ username: 'admin', password: 'wrong' })
    const unknown = await signin({ username: 'unknown', password: 'wrong' })
    expect(wrong.status).toBe(401)
    expect([unknown.status, unknown.json]).toEqual([wrong.status, wrong.json])
  })

  it('refuses unconfirmed (475) and inactive (403) users with the reason', async () => {
    await makePerson(network, 'unconfirmed', 1, 'User')
    await network.db
      .updateTable('user_account')
      .set({ confirmed_at: null })
      .where('username', '=', 'unconfirmed')
      .execute()
    const unconfirmed = await signin({ username: 'unconfirmed', password: PASSWORD })
    expect([unconfirmed.status, unconfirmed.json.message]).toEqual([475, 'Unconfirmed user cannot sign in.'])
    const gone = await makePerson(network, 'inactive', 1, 'User')
    await network.db.updateTable('user_account').set({ active: false }).where('username', '=', 'inactive').execute()
    expect((await signin({ username: 'inactive', password: PASSWORD })).status).toBe(403)
    expect((await request('GET', 'trackers', { token: gone.token })).status).toBe(401)
  })

  it('refuses foreign tokens', async () => {
    for (const token of ['rubbish', `${network.token}x`, 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.']) {
      expect((await request('GET', 'trackers', { token })).status).toBe(401)
      expect((await signin({ token })).status).toBe(401)
    }
    expect((await request('GET', 'trackers', { token: '' })).status).toBe(401)
  })

  it('accepts the scheme JWT too', async () => {
    const response = await fetch(`${network.url}/api/v1/trackers`, {
      headers: { authorization: `JWT ${network.token}` },
    })
    expect([200, 260]).toContain(response.status)
  })
})

describe('a resource', () => {
  it('is created, read, listed, updated and deleted, each with its status', async () => {
    const created = await request('PUT', 'tracker', { body: { number: 'life', name: 'Life', type: 'phone' } })
    expect(created.status).toBe(201)
    expect(created.json.data).toMatchObject({ number: 'life', name: 'Life', type: 'phone', interval_s: 60 })
    const { id, device_token } = created.json.data
    const kept = await network.db
      .selectFrom('tracker')
      .select('token_sha256')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(kept.token_sha256).toBe(hash('sha256', device_token))

    const read = await request('GET', `tracker?id=${id}`)
    expect(read.status).toBe(200)
    for (const secret of ['device_token', 'token_sha256', device_token, kept.token_sha256]) {
      expect(JSON.stringify(read.json)).not.toContain(secret)
    }
    expect((await request('GET', 'trackers?search=LIF')).json.info).toEqual({ total: 1, limit: 50, offset: 0 })

    const updated = await request('POST', 'tracker', { body: { id, name: 'Better', interval_s: 0 } })
    expect([updated.status, updated.json.data.name, updated.json.data.interval_s]).toEqual([261, 'Better', 0])
    const stale = { id, name: 'Worse', modified_at: created.json.data.modified_at }
    expect((await request('POST', 'tracker', { body: stale })).status).toBe(474)

    expect((await request('DELETE', 'tracker', { body: { id } })).status).toBe(262)
    expect((await request('GET', `tracker?id=${id}`)).status).toBe(404)
    expect((await request('DELETE', 'tracker', { body: { id } })).status).toBe(404)
  })

  it('answers an empty list with 260', async () => {
    const { status, json } = await request('GET', 'trackers?search=nothing-is-called-this')
    expect([status, json.data, json.info.total]).toEqual([260, [], 0])
  })

  it.each<[string, string, string, unknown, number, string | undefined]>([
    ['a taken number', 'PUT', 'tracker', { number: 'taken' }, 472, 'number'],
    ['an empty number', 'PUT', 'tracker', { number: '' }, 471, 'number'],
    ['a number that MQTT topics cannot hold', 'PUT', 'tracker', { number: 'a+b' }, 400, 'number'],
    ['no number', 'PUT', 'tracker', {}, 400, 'number'],
    ['an unknown field', 'PUT', 'tracker', { number: 'x', colour: 'red' }, 400, 'colour'],
    ['a wrong type', 'PUT', 'tracker', { number: 'x', interval_s: '60' }, 400, 'interval_s'],
    ['a number out of range', 'PUT', 'tracker', { number: 'x', interval_s: -1 }, 400, 'interval_s'],
    ['an unknown organisation', 'PUT', 'tracker', { number: 'x', organisation_id: 999_999 }, 400, 'organisation_id'],
    ['an owner who is not a member', 'PUT', 'tracker', { number: 'x', owner_user_id: 999_999 }, 400, 'owner_user_id'],
    ['no name', 'PUT', 'boundary', { name: ' ', geometry: box(0, 0, 1, 1) }, 467, 'name'],
    ['no shape', 'PUT', 'boundary', { name: 'x' }, 400, 'geometry'],
    [
      'two shapes',
      'PUT',
      'boundary',
      { name: 'x', geometry: box(0, 0, 1, 1), circle: { center: [0, 0], radius_m: 9 } },
      400,
      'circle',
    ],
    [
      'an open ring',
      'PUT',
      'boundary',
      {
        name: 'x',
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 1],
            ],
          ],
        },
      },
      400,
      'geometry',
    ],
    [
      'a ring of two points',
      'PUT',
      'boundary',
      {
        name: 'x',
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [0, 0],
            ],
          ],
        },
      },
      400,
      'geometry',
    ],
    [
      'no area',
      'PUT',
      'boundary',
      {
        name: 'x',
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 0],
              [0, 0],
            ],
          ],
        },
      },
      400,
      'geometry',
    ],
    [
      'a point',
      'PUT',
      'boundary',
      { name: 'x', geometry: { type: 'Point', coordinates: [0, 0] } },
      400,
      'geometry.type',
    ],
    [
      'a circle over the pole',
      'PUT',
      'boundary',
      { name: 'x', circle: { center: [0, -89.9], radius_m: 50_000 } },
      400,
      'circle',
    ],
    [
      'unknown trackers',
      'PUT',
      'boundary',
      { name: 'x', geometry: box(0, 0, 1, 1), tracker_ids: [999_999] },
      400,
      'tracker_ids',
    ],
    ['invalid JSON', 'PUT', 'tracker', '{"number":', 400, undefined],
    ['a limit too high', 'GET', 'trackers?limit=1001', undefined, 400, 'limit'],
    ['an unknown sort', 'GET', 'trackers?sort=token_sha256', undefined, 400, 'sort'],
    ['an unknown filter', 'GET', 'trackers?colour=red', undefined, 400, 'colour'],
    ['an invalid id', 'GET', 'tracker?id=one', undefined, 400, 'id'],
    ['an invalid time', 'GET', 'trackerevents?from=yesterday', undefined, 400, 'from'],
    ['an unknown path', 'GET', 'unicorns', undefined, 404, undefined],
    ['an unsupported verb', 'PUT', 'auditlog', {}, 404, undefined],
  ])('refuses %s', async (_name, method, path, body, status, field) => {
    const answer = await request(method, path, { body })
    expect([answer.status, answer.json.field]).toEqual([status, field])
    expect(answer.json.message.length).toBeGreaterThan(5)
    expect(Object.keys(errors)).toContain(answer.json.code)
  })

  it('refuses bodies that are not JSON (415) or too large (413)', async () => {
    const send = (body: string, type: string) =>
      fetch(`${network.url}/api/v1/tracker`, {
        method: 'PUT',
        body,
        headers: { 'content-type': type, authorization: `Bearer ${network.token}` },
      })
    expect((await send('<number/>', 'application/xml')).status).toBe(415)
    expect((await send(JSON.stringify({ number: 'x'.repeat(5_000_000) }), 'application/json')).status).toBe(413)
  })
})

describe('CSV', () => {
  it('streams all matching rows, quoted, with formulas escaped', async () => {
    await network.db
      .insertInto('tracker')
      .values(
        Array.from({ length: 2500 }, (_, i) => ({
          organisation_id: 1,
          number: `csv-${i}`,
          name: '=cmd(), "x"',
          token_sha256: '0'.repeat(64),
        })),
      )
      .execute()
    const { status, headers, text } = await request('GET', 'trackers?search=csv-&format=csv&sort=number&limit=1000')
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe('attachment; filename="trackers.csv"')
    expect(text.trim().split('\n')).toHaveLength(1001)
    const all = await request('GET', 'trackers?search=csv-&format=csv')
    expect(all.text.trim().split('\n')).toHaveLength(2501)
    expect(all.text.split('\n')[1]).toContain(`"'=cmd(), ""x"""`)
  })
})
