import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../crud/viewer.ts'
import type { Backend } from '../../http/backends.ts'
import { languagesFor, organisationOfReader } from './audience.ts'

const backend = (baseURL: string, more: Partial<Backend> = {}): Backend => ({ name: 'x', code: 'NZ', baseURL, ...more })
const public_url = 'https://nz.example.com'
const here = { public_url, backends: [backend(`${public_url}/`, { organisation_id: 7 })] }

const member = (...ids: number[]): Viewer => ({
  user_id: 1,
  platform_admin: false,
  session_id: 1,
  impersonator_user_id: null,
  opens_private: true,
  password_change_required: false,
  ip: null,
  held: [],
  memberships: ids.map((organisation_id) => ({
    organisation_id,
    organisation_name: 'x',
    role_name: 'User',
    cpd_role: null,
    group_ids: null,
    features: [],
  })),
})

describe('a guest reads the pages', () => {
  it.each<[string, { backends: Backend[]; public_url: string }, number | null]>([
    ['of the installation', { public_url, backends: [] }, null],
    ['of the organisation that this site is for', here, 7],
    ['of the installation, where its entry has none', { public_url, backends: [backend(public_url)] }, null],
    [
      'of the installation, where its entry is off',
      { public_url, backends: [backend(public_url, { organisation_id: 7, enable: false })] },
      null,
    ],
    [
      'of the installation, where another one has an organisation',
      { public_url, backends: [backend('https://cl.example.com', { organisation_id: 7 })] },
      null,
    ],
  ])('%s', (_name, site, organisation_id) => {
    expect(organisationOfReader(null, undefined, site)).toBe(organisation_id)
  })

  it('of no other organisation', () => {
    expect(organisationOfReader(null, 7, here)).toBe(7)
    expect(() => organisationOfReader(null, 8, here)).toThrow('There is no such organisation.')
  })
})

it('a member reads those of an organisation of theirs, of the first if none is named', () => {
  expect(organisationOfReader(member(5, 6), undefined, here)).toBe(5)
  expect(organisationOfReader(member(5, 6), 6, here)).toBe(6)
  expect(organisationOfReader(member(), undefined, here)).toBe(null)
  expect(() => organisationOfReader(member(5), 7, here)).toThrow('There is no such organisation.')
  expect(organisationOfReader({ ...member(), platform_admin: true }, 9, here)).toBe(9)
})

it.each([
  ['mi-NZ', ['mi-nz', 'mi', 'en']],
  ['en-NZ', ['en-nz', 'en']],
  ['EN', ['en']],
  [undefined, ['en']],
])('the languages to look for with %s are %j', (locale, languages) => expect(languagesFor(locale)).toEqual(languages))
