import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, it } from 'vitest'
import { weaknessOf } from './weakness.ts'

const names = ['wiremu', 'wiremu.tane@example.com', 'Acme Transport Ltd', null, '']

it.each([
  ['password', true],
  ['PassWord', true],
  ['ｐassword', true],
  ['123456789', true],
  ['qwertyuiop', true],
  ['1q2w3e4r', true],
  ['Iloveyou', true],
  ['Trustno1', true],
  ['acme transport ltd', true],
  ['AcmeTransportLtd', true],
  ['Wiremu.Tane@Example.com', true],
  ['acme transport ltd 7', false],
  ['correct horse battery', false],
  ['!!!!!!!!!!', true],
  ['aaaaaaaa', true],
  ['        ', true],
  ['\u3000'.repeat(8), true],
  ['\u200b'.repeat(8), true],
  ['abababab', true],
  ['aaaabbbb', true],
  ['P@ssw0rd1', true],
  ['P@$$w0rd!', true],
  ['p4ssw0rd2024', true],
  ['drowssap', true],
  ['abcdefgh', true],
  ['98765432', true],
  ['zaq12wsx', true],
  ['2026-11-23', true],
  ['a'.repeat(1000), true],
  ['xK9#mQ2v', false],
  ['whakapapa', false],
  ['aroha mai kaimanawa', false],
])('%s is weak: %s', (password, expected) => {
  expect(weaknessOf(password, names) !== null).toBe(expected)
})

it('contains the ten thousand most common ones, in any case', () => {
  const first = dictionary['passwords-common'].slice(0, 10_000)
  expect(first).toHaveLength(10_000)
  expect(first.filter((password) => weaknessOf(password.toUpperCase()) === null)).toEqual([])
})

it.each([
  ['aaaaaaaa', /repeats the same characters/],
  ['        ', /nothing but spaces/],
  ['P@ssw0rd1', /a common one with little changed/],
  ['abcdefgh', /sequence/],
  ['qwertzuiop', /side by side/],
  ['password', /one of the first/],
])('%s is refused with its reason', (password, reason) => {
  expect(weaknessOf(password)).toMatch(reason)
})
