import { expect, it } from 'vitest'
import { drive, NOON } from '../../../tests/gateway/protocols/frames/read.ts'
import { describeSignedIn } from '../../../tests/gateway/protocols/frames/signed_in.ts'
import { ais } from './index.ts'

describeSignedIn(ais)

const hear = (lines: string[], now = NOON) => drive(ais, Buffer.from(lines.join('\r\n').concat('\r\n')), 1, { now })
const moored = '!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C'
const [first, second] = [
  '!AIVDM,2,1,1,A,55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0*1C',
  '!AIVDM,2,2,1,A,88888888880,2*25',
]

it.each([
  ['the last one', NOON + 20_000, NOON + 15_000],
  ['that of the minute before', NOON + 5_000, NOON - 45_000],
  ['a little ahead', NOON + 11_000, NOON + 15_000],
])('takes the second of a message for %s', (_name, now, fix_at) => {
  expect(hear([moored], now).messages[0]!.reports[0]).toMatchObject({ fix_at })
})

it('takes the time of a tag block, but none in the future, nor of a block with a wrong checksum', () => {
  const tagged = (time: string) => hear([`\\${time}\\${moored}`], NOON).messages[0]!.reports[0]!.fix_at
  expect(tagged('c:1241544035*5C')).toBe(Date.UTC(2009, 4, 5, 17, 20, 15))
  expect(tagged('c:1241544035*5D')).toBe(NOON - 45_000)
  expect(tagged('c:4070908800*53')).toBe(NOON - 45_000)
})

it('reads a message whose parts are mixed with others, and drops parts whose begin was lost', () => {
  expect(hear([first, moored, second]).messages.map(({ reports }) => reports.length)).toEqual([0, 1, 1])
  expect(hear([second]).messages).toMatchObject([{ number: null, reports: [] }])
  expect(hear([first, second, second]).messages.map(({ reports }) => reports.length)).toEqual([0, 1, 0])
})

it('passes over what receivers say of themselves, and messages that are not about ships', () => {
  const others = [
    '$AIALR,000000,01,A,V,Tx malfunction*03',
    '# a comment',
    '!AIVDM,1,1,,A,403OviQuMGCqWrRO9>E6fE700@GO,0*4D',
  ]
  expect(hear(others)).toMatchObject({ refused: [], messages: others.map(() => ({ reports: [] })) })
})

it.each([
  ['GET / HTTP/1.1', 'sentence'],
  [moored.replace('*5C', '*5D'), 'checksum'],
  [moored.replace('*5C', ''), 'checksum'],
  ['!AIVDM,1,2,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5F', 'sentence'],
  ['!AIVDM,1,1,,B,177KQJ50xxG?tO`K>RA1wUbN0TKH,0*5C', 'payload'],
  ['!AIVDM,1,1,,B,177KQJ5000,0*41', 'payload'],
])('refuses %s', (line, field) => {
  expect(hear([line]).refused).toEqual([expect.stringMatching(new RegExp(`^${field}: `))])
})
