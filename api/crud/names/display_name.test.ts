import { expect, it } from 'vitest'
import { displayName } from './display_name.ts'

const unnamed = { name: null, firstname: null, lastname: null, username: 'mere', email: 'mere@example.com' }

it.each<[string, Partial<typeof unnamed> | Record<string, string>, string]>([
  ['the name', { name: 'Mere T', firstname: 'Mere', lastname: 'Tane' }, 'Mere T'],
  ['else first and last name', { firstname: 'Mere', lastname: 'Tane' }, 'Mere Tane'],
  ['else the first name', { firstname: 'Mere' }, 'Mere'],
  ['not the last name alone', { lastname: 'Tane' }, 'mere'],
  ['else the username', {}, 'mere'],
  ['else the address', { username: '' }, 'mere@example.com'],
  ['nothing empty', { name: '', firstname: '' }, 'mere'],
])('a person is called by %s', (_rule, names, expected) => {
  expect(displayName({ ...unnamed, ...names })).toBe(expected)
})
