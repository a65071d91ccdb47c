import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { KeyError, KeyRing, parseKeys, ringPath } from './ring.ts'

const dirs: string[] = []
const folder = () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-keys-'))
  dirs.push(data_dir)
  return data_dir
}
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true })
})
const legacy_secret = 'a secret of an installation before the ring'

/** As values were sealed before the ring. */
function sealLegacy(text: string, purpose: string): string {
  const key = Buffer.from(hkdfSync('sha256', legacy_secret, '', purpose, 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

describe('the key ring', () => {
  it('is a file that only its owner reads, and the same at the next start', () => {
    const data_dir = folder()
    const sealed = new KeyRing({ data_dir, legacy_secret }).seal('kōwhai', 'test')
    expect(statSync(ringPath(data_dir)).mode & 0o777).toBe(0o600)
    expect(new KeyRing({ data_dir, legacy_secret: 'another' }).unseal(sealed, 'test')).toBe('kōwhai')
  })

  it('opens values from before it', () => {
    const ring = new KeyRing({ data_dir: folder(), legacy_secret })
    expect(ring.unseal(sealLegacy('old', 'totp 7'), 'totp 7')).toBe('old')
    expect(ring.isCurrent(sealLegacy('old', 'totp 7'))).toBe(false)
  })

  it('opens nothing for another purpose, with another key, or changed', () => {
    const ring = new KeyRing({ data_dir: folder(), legacy_secret })
    const sealed = ring.seal('text', 'one')
    const flipped = sealed.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')).replace(/.=+$/, 'A==')
    expect(() => ring.unseal(sealed, 'two')).toThrow()
    expect(() => ring.unseal(flipped.slice(0, -8), 'one')).toThrow()
    expect(() => new KeyRing({ data_dir: folder(), legacy_secret }).unseal(sealed, 'one')).toThrow(KeyError)
  })

  it('gives a new key to other processes, and keeps earlier ones', () => {
    const data_dir = folder()
    const [ours, theirs] = [new KeyRing({ data_dir, legacy_secret }), new KeyRing({ data_dir, legacy_secret })]
    const before = ours.seal('before', 'test')
    ours.add()
    const after = ours.seal('after', 'test')
    expect(theirs.unseal(after, 'test')).toBe('after')
    expect([ours.unseal(before, 'test'), ours.isCurrent(before), ours.isCurrent(after)]).toEqual([
      'before',
      false,
      true,
    ])
  })

  it('refuses a damaged file, and does not replace it', () => {
    const data_dir = folder()
    new KeyRing({ data_dir, legacy_secret })
    for (const text of ['', '{', '{"current": "a", "keys": {"a": {"key": "c2hvcnQ="}}}']) {
      writeFileSync(ringPath(data_dir), text)
      expect(() => new KeyRing({ data_dir, legacy_secret })).toThrow(KeyError)
      expect(readFileSync(ringPath(data_dir), 'utf8')).toBe(text)
    }
  })

  it('can be given as FILE_KEYS, the first key of which encrypts', () => {
    const [a, b] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64')]
    const sealed = new KeyRing({ keys: parseKeys(`a:${a}`)!, legacy_secret }).seal('text', 'test')
    const both = new KeyRing({ keys: parseKeys(`b:${b}, a:${a}`)!, legacy_secret })
    expect([both.current, both.unseal(sealed, 'test'), both.isCurrent(sealed)]).toEqual(['b', 'text', false])
    expect(() => both.add()).toThrow('FILE_KEYS')
    expect(parseKeys('')).toBe(null)
    for (const text of ['a', 'a:short', `:${a}`, `a b:${a}`]) expect(() => parseKeys(text)).toThrow(KeyError)
  })
})
