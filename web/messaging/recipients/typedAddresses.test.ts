import { expect, it } from 'vitest'
import { typedAddresses } from './typedAddresses.ts'

it.each([
  ['email', '', []],
  ['email', 'aroha', []],
  ['email', 'aroha@example', []],
  ['email', 'aroha@example.c', []],
  ['email', 'aroha@example.com', ['aroha@example.com']],
  ['email', ' aroha@example.com , tama@example.com,ta', ['aroha@example.com', 'tama@example.com']],
  ['email', 'aroha@example.com, aroha@example.com', ['aroha@example.com']],
  ['sms', '+64 21', []],
  ['sms', '+64 21 123 456, (09) 300-1234', ['+64 21 123 456', '(09) 300-1234']],
] as const)('of what is typed, %s: %j, these are finished: %j', (channel, text, finished) => {
  expect(typedAddresses(channel, text)).toEqual(finished)
})

it('are limited to what one request may check', () => {
  const many = Array.from({ length: 60 }, (_, i) => `a${i}@example.com`).join(', ')
  expect(typedAddresses('email', many)).toHaveLength(50)
})
