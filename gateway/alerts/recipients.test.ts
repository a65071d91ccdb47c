import { describe, expect, it } from 'vitest'
import type { Addressee } from './plan.ts'
import { type Decision, decide, type Recipients } from './recipients.ts'

const LIMIT = 2
const noon = new Date('2026-11-21T12:00:00Z')
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)

function addressee(
  change: { occasion?: string; alarm?: string; channel?: string; quiet?: object; demo?: boolean } = {},
): Addressee {
  const {
    occasion = 'left_boundary',
    alarm = null,
    channel = 'email',
    quiet = { from: null, to: null },
    demo = false,
  } = change
  return {
    job: { organisation_id: 1, occasion, alarm, demo },
    preferences: { quiet: { timezone: 'UTC', ...quiet } },
    channel,
    address: 'a@example.com',
  } as Addressee
}

const at = (now: Date, repeats_until?: Date) => ({ limit: LIMIT, repeats_until, now })
const kindOf = (decision: Decision) => (typeof decision === 'object' ? decision.because : decision)

describe('an address', () => {
  it('gets alerts up to its limit, and the rest when the hour ends', () => {
    const recipients: Recipients = new Map()
    const decisions = [0, 10, 20, 59, 60].map((minutes) => decide(addressee(), recipients, at(later(minutes))))
    expect(decisions.map(kindOf)).toEqual(['now', 'now', 'limit', 'limit', 'now'])
    expect(decisions[2]).toEqual({ because: 'limit', due_at: later(60) })
  })

  it('gets as many SOS alerts again', () => {
    const recipients: Recipients = new Map()
    const sos = addressee({ occasion: 'alarm', alarm: 'sos' })
    const decisions = [addressee(), addressee(), addressee(), sos, sos, sos].map((one) =>
      decide(one, recipients, at(noon)),
    )
    expect(decisions.map(kindOf)).toEqual(['now', 'now', 'limit', 'now', 'now', 'limit'])
  })

  it('gets alerts of the demo up to a quarter of its limit, and no digest of the rest', () => {
    const recipients: Recipients = new Map()
    const demo = addressee({ demo: true })
    const decisions = [demo, demo, demo, addressee(), addressee()].map((one) =>
      decide(one, recipients, { ...at(noon), limit: 8 }),
    )
    expect(decisions.map(kindOf)).toEqual(['now', 'now', 'never', 'now', 'now'])
    expect(decide(demo, new Map(), at(noon, later(30)))).toBe('never')
  })

  it.each([
    ['a leaving', addressee({ quiet: { from: '11:00', to: '13:00' } }), { because: 'quiet', due_at: later(60) }],
    ['a reminder', addressee({ occasion: 'reminder', quiet: { from: '11:00', to: '13:00' } }), 'never'],
    ['SOS', addressee({ occasion: 'alarm', alarm: 'sos', quiet: { from: '11:00', to: '13:00' } }), 'now'],
    ['a crash', addressee({ occasion: 'escalation', alarm: 'crash', quiet: { from: '11:00', to: '13:00' } }), 'now'],
    ['what is for a program', addressee({ channel: 'webhook', quiet: { from: '11:00', to: '13:00' } }), 'now'],
  ] as const)('in its quiet hours: %s', (_what, one, decision) => {
    expect(decide(one, new Map(), at(noon))).toEqual(decision)
  })

  it('gets alerts over the tracker’s limit deferred, SOS as well', () => {
    const sos = addressee({ occasion: 'alarm', alarm: 'sos' })
    const decisions = [addressee(), sos, addressee({ occasion: 'reminder' })].map((one) =>
      decide(one, new Map(), at(noon, later(30))),
    )
    const put_off = { because: 'repeats', due_at: later(30) }
    expect(decisions).toEqual([put_off, put_off, 'never'])
  })

  it('gets nothing after unsubscribing', () => {
    const recipient = { organisation_id: 1, channel: 'email', address: 'a@example.com', began: null, count: 0 }
    const recipients: Recipients = new Map([
      ['1 email a@example.com', { ...recipient, unsubscribed: true, changed: false }],
    ])
    expect(decide(addressee(), recipients, at(noon))).toBe('never')
  })
})
