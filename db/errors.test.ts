import { describe, expect, it } from 'vitest'
import { failureOf, isCancelled, isFaultOfRequest, isUnavailable, sqlstateOf, violationOf } from './errors.ts'

const failed = (code: string) => Object.assign(new Error('failed'), { code })

describe('an error of the database', () => {
  it.each([
    ['23505', 'unique', 'data'],
    ['23503', 'reference', 'data'],
    ['23514', 'range', 'data'],
    ['22P05', 'text', 'data'],
    ['22008', 'time', 'data'],
    ['42P01', null, 'data'],
    ['40001', null, 'conflict'],
    ['40P01', null, 'conflict'],
    ['57P01', null, 'away'],
    ['53100', null, 'away'],
    ['ECONNRESET', null, 'away'],
  ])('%s is a violation of %s, and a batch fails by %s', (code, violation, failure) => {
    expect(violationOf(failed(code))).toBe(violation)
    expect(failureOf(failed(code))).toBe(failure)
  })

  it.each([
    ['08006', true],
    ['57P01', true],
    ['40P01', true],
    ['25P03', true],
    ['ECONNREFUSED', true],
    ['57014', false],
    ['23505', false],
  ])('%s: the database is unavailable: %s', (code, unavailable) => {
    expect(isUnavailable(failed(code))).toBe(unavailable)
  })

  it('recognises cancelled statements, and errors without an SQLSTATE', () => {
    expect(isCancelled(failed('57014'))).toBe(true)
    expect(sqlstateOf(failed('ECONNRESET'))).toBe(null)
    expect(isUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true)
  })

  it('is permanent if the data, the SQL or the program is wrong', () => {
    expect(isFaultOfRequest(failed('22003'))).toBe(true)
    expect(isFaultOfRequest(new TypeError('not a function'))).toBe(true)
    expect(isFaultOfRequest(failed('57P01'))).toBe(false)
    expect(isFaultOfRequest(new Error('Connection terminated'))).toBe(false)
  })
})
