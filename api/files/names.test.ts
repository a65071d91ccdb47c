import { describe, expect, it } from 'vitest'
import { checkFileName, nameKey, numberedName, safeName } from './names.ts'

describe('a file name', () => {
  it.each(['scan.pdf', 'Te Reo Māori.txt', '测试', '🚚.png', '.profile', 'a..b', 'x'.repeat(255)])(
    'may be %s',
    (name) => {
      expect(checkFileName(name)).toBe(name)
    },
  )

  it.each([
    ['..', 'is not allowed'],
    ['a/b', 'must not hold /'],
    ['a\\b', 'must not hold \\'],
    ['a\0b', 'holds a control character'],
    ['ā'.repeat(150), 'is longer than 255 bytes'],
    ['trailing.', 'must not end with a full stop'],
    ['CON', 'is reserved by Windows'],
    ['nul.txt', 'is reserved by Windows'],
    ['gpj.\u202eexe', 'holds a control character'],
    ['\ud800', 'holds characters that are no text'],
  ])('may not be %j: it %s', (name, reason) => {
    expect(() => checkFileName(name)).toThrow(`name: ${reason}`)
  })

  it.each(['', '   ', '\t'])('needs more than %j', (name) => {
    expect(() => checkFileName(name)).toThrow('too short')
  })

  it('is composed, and compared in lower case', () => {
    expect(checkFileName(' Ma\u0304ori ')).toBe('Māori')
    expect(nameKey('ĀPŌPŌ.TXT')).toBe(nameKey('āpōpō.txt'))
  })

  it.each([
    ['CON.txt', '_CON.txt'],
    ['a/b:c', 'a_b_c'],
    ['..', 'file'],
    ['dots...', 'dots'],
    ['', 'file'],
  ])('%j is made safe as %s', (name, safe) => {
    expect(safeName(name)).toBe(safe)
    expect(checkFileName(safeName(name))).toBe(safe)
  })

  it('is numbered before its extension, within the limit', () => {
    expect(numberedName('scan.pdf', 2)).toBe('scan (2).pdf')
    expect(numberedName('.profile', 3)).toBe('.profile (3)')
    const long = numberedName(`${'ā'.repeat(125)}.jpeg`, 12)
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(255)
    expect(long).toMatch(/ā \(12\)\.jpeg$/)
  })
})
