import { expect, it } from 'vitest'
import { checkAlphabets, visibleNames } from '../crud/checks.ts'
import { skeletonsOf } from './look_alikes.ts'

const looksLike = (name: string, other: string) => skeletonsOf(name).some((one) => skeletonsOf(other).includes(one))

it.each([
  ['Cyrillic letters among Latin ones', 'Fоnterra', 'Fonterra'],
  ['only Cyrillic letters', 'РАСЕ', 'PACE'],
  ['Greek letters', 'ΑΙR ΝΖ', 'AIR NZ'],
  ['letters of mathematics', '𝐅reight', 'Freight'],
  ['full-width letters', 'Ｆreight', 'Freight'],
  ['a capital I for a small l', 'Al1ied FreIght', 'AlIied Frelght'],
  ['a digit for a letter', 'Tearn 0ne', 'Team One'],
  ['capitals of another alphabet', 'ОСЕАN', 'ocean'],
  ['the same marks on letters of another alphabet', 'Ngāti Whаtua', 'Ngāti Whatua'],
  ['two spaces', 'Acme  Haulage', 'Acme Haulage'],
  ['wide spaces', 'Acme\u2003\u00a0Haulage', 'Acme Haulage'],
  ['what is not seen', 'Ac\u200bme\ufe0f Hau\u2800lage', 'Acme Haulage'],
])('%s look like others: %s, %s', (_how, name, other) => expect(looksLike(name, other)).toBe(true))

it.each([
  ['Ngāti Whātua', 'Ngati Whatua'],
  ['Te Āti Awa', 'Te Ati Awa'],
  ['Müller', 'Muller'],
  ['Океан', 'Ocean'],
  ['Freight 1', 'Freight 2'],
  ['東京運輸', '京東運輸'],
])('marks and other letters make other names: %s, %s', (name, other) => expect(looksLike(name, other)).toBe(false))

it.each([
  'Ngāti Whātua',
  'Māui-tikitiki a Taranga',
  'Оксана Smith',
  'Ελένη',
  'Nguyễn Thị Minh',
  '山田 Taro',
  'Mehmet İnönü',
  'Jean-Luc d’Arc',
])('a name of a person is stored as it is: %s', (name) => expect(visibleNames({ name })).toEqual({ name }))

it.each([
  ['Ann  Lee', 'Ann Lee'],
  ['Ann\u00a0\u2003Lee', 'Ann Lee'],
  ['Ann\n\tLee', 'Ann Lee'],
  ['A\u200bn\u2800n\ufe0f \u180eL\u202eee', 'Ann Lee'],
])('spaces of a name are single, and nothing in it is unseen: %j', (name, stored) => {
  expect(visibleNames({ name })).toEqual({ name: stored })
})

it.each(['Аnna', 'Mаry Smith', 'ΑΙex', 'pаypal'])('a word of two alphabets is refused: %s', (name) => {
  expect(() => visibleNames({ lastname: name })).toThrow(/^lastname: has a word with letters of several alphabets/)
  expect(() => checkAlphabets(name, 'username')).toThrow(/^username: /)
})
