import { describe, expect, it } from 'vitest'
import { isNhi, maskedNhi, normalisedNhi } from './nhi.ts'

describe('a health number', () => {
  it.each(['ZAC5361', 'WLD9413', 'ZBN77VL', 'ZSC21TN', 'ZVB97XQ'])('%s is valid', (nhi) => {
    expect(isNhi(nhi)).toBe(true)
  })

  it.each(['ZAC3561', 'ZZZ0044', 'ZZZ00AA'])('%s has a wrong check digit or letter', (nhi) => {
    expect(isNhi(nhi)).toBe(false)
  })

  it.each(['', 'ZAC536', 'ZAC53611', 'ZIC5361', 'ZOC5361', 'ZAC536A', '5361ZAC', 'ZAC 5361', 'ZBN77VI', 'ŻAC5361'])(
    '%j has neither form',
    (nhi) => {
      expect(isNhi(nhi)).toBe(false)
    },
  )

  it('has one check digit for most beginnings, and none where the sum leaves nothing', () => {
    const digits = (start: string) => [...'0123456789'].filter((digit) => isNhi(start + digit))
    expect(digits('ZAC536')).toEqual(['1'])
    const starts = Array.from({ length: 1000 }, (_, index) => `ZAA${String(index).padStart(3, '0')}`)
    const counts = starts.map((start) => digits(start).length)
    expect([Math.max(...counts), counts.filter((count) => count === 0).length]).toEqual([1, 91])
  })

  it('has one check letter for each beginning of the new form, Y where the sum leaves nothing', () => {
    const letters = [...'ABCDEFGHJKLMNPQRSTUVWXYZ']
    const starts = letters.flatMap((letter) =>
      Array.from({ length: 100 }, (_, n) => `ZZ${letter}${String(n).padStart(2, '0')}A`),
    )
    const found = starts.map((start) => letters.filter((letter) => isNhi(start + letter)))
    expect(found.every((one) => one.length === 1)).toBe(true)
    expect(found.flat()).toContain('Y')
    expect(found.flat()).not.toContain('Z')
  })

  it('is compared in capitals, and masked after three letters', () => {
    expect(normalisedNhi(' zac5361 ')).toBe('ZAC5361')
    expect(isNhi(' zac5361 ')).toBe(true)
    expect(maskedNhi('zac5361')).toBe('ZAC••••')
  })
})
