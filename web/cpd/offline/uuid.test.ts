import { expect, it } from 'vitest'
import { uuid } from './uuid.ts'

it('is a random UUID of version 4', () => {
  expect(uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(uuid()).not.toBe(uuid())
})
