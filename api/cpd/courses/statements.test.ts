import { describe, expect, it } from 'vitest'
import { readStatements } from './statements.ts'

const verb = (name: string) => ({ id: `http://adlnet.gov/expapi/verbs/${name}` })
const statement = (more: object = {}) => ({
  actor: { mbox: 'mailto:aroha@example.com' },
  verb: verb('completed'),
  object: { id: 'https://learn.example.com/course/12' },
  timestamp: '2026-11-30T21:15:00+13:00',
  ...more,
})
const one = (more: object) => readStatements(statement(more))[0]!.completion

describe('xAPI statements', () => {
  it('say who has completed which course, and when', () => {
    expect(readStatements(statement())).toEqual([
      {
        id: null,
        completion: {
          course_iri: 'https://learn.example.com/course/12',
          person: { email: 'aroha@example.com' },
          at: '2026-11-30T08:15:00.000Z',
        },
      },
    ])
    const account = { name: 'aroha', homePage: 'https://cpd.example.com' }
    expect(one({ actor: { account } })?.person).toEqual({ account: 'aroha', site: 'https://cpd.example.com' })
    expect(one({ verb: verb('passed'), result: { success: true } })).not.toBeNull()
    expect(one({ timestamp: undefined })?.at).toBeNull()
    expect(readStatements([statement(), statement({ verb: verb('attempted') })])).toHaveLength(2)
  })

  it.each([
    ['another verb', { verb: verb('experienced') }],
    ['a course that was failed', { verb: verb('completed'), result: { success: false } }],
    ['a part of it', { result: { completion: false } }],
    ['a group', { actor: { objectType: 'Group', name: 'Year 1', member: [] } }],
    ['a hashed address', { actor: { mbox_sha1sum: 'a'.repeat(40) } }],
    ['another statement', { object: { objectType: 'StatementRef', id: '8f87ccde-bb56-4c2e-ab83-44982ef22df0' } }],
  ])('that are about %s are no completions', (_what, more) => expect(one(more)).toBeNull())

  it.each([
    ['no actor', { actor: undefined }, 'actor'],
    ['an actor without a name', { actor: {} }, 'actor'],
    ['two names of an actor', { actor: { mbox: 'mailto:a@example.com', openid: 'https://a.example.com' } }, 'actor'],
    ['an address without its scheme', { actor: { mbox: 'aroha@example.com' } }, 'actor.mbox'],
    ['an account without a site', { actor: { account: { name: 'a' } } }, 'actor.account.homePage'],
    ['a verb that is no IRI', { verb: { id: 'completed' } }, 'verb.id'],
    ['a voided statement', { verb: verb('voided') }, 'verb.id'],
    ['a list as verb', { verb: [] }, 'verb'],
    ['no object', { object: null }, 'object'],
    ['an object that is no IRI', { object: { id: 7 } }, 'object.id'],
    ['a time without its zone', { timestamp: '2026-11-30T21:15:00' }, 'timestamp'],
    ['an id that is no UUID', { id: '12' }, 'id'],
    ['a result that is text', { result: 'done' }, 'result'],
  ])('are refused with %s', (_what, more, field) => {
    expect(() => readStatements(statement(more))).toThrow(expect.objectContaining({ code: 'bad_request', field }))
    expect(() => readStatements([statement(), statement(more)])).toThrow(
      expect.objectContaining({ field: `1.${field}` }),
    )
  })

  it('are at most 100 at once, and objects', () => {
    expect(() => readStatements(Array.from({ length: 101 }, () => statement()))).toThrow('100')
    for (const body of ['text', 7, null, [null], undefined]) expect(() => readStatements(body)).toThrow('not an object')
  })
})
