import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, it } from 'vitest'
import { isCommonPassword } from './common_passwords.ts'

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
  ['!!!!!!!!!!', false],
])('%s is common: %s', (password, expected) => {
  expect(isCommonPassword(password, names)).toBe(expected)
})

it('contains the ten thousand most common ones, in any case', () => {
  const first = dictionary['passwords-common'].slice(0, 10_000)
  expect(first).toHaveLength(10_000)
  expect(first.filter((password) => !isCommonPassword(password.toUpperCase()))).toEqual([])
})
