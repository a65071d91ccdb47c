import { expect, it } from 'vitest'
import { newKey, seal, unseal } from './sealing.ts'

it('gives what was sealed, to the same key and name only', async () => {
  const key = await newKey()
  const sealed = await seal(key, 'entry 7', { target: 'Audit of Ō, 3 h', hours: 3 })
  expect(await unseal(key, 'entry 7', sealed)).toEqual({ target: 'Audit of Ō, 3 h', hours: 3 })
  expect(Buffer.from(sealed.bytes).toString('latin1')).not.toContain('Audit')
  expect((await seal(key, 'entry 7', 1)).iv).not.toEqual(sealed.iv)
  await expect(unseal(key, 'entry 8', sealed)).rejects.toThrow()
  await expect(unseal(await newKey(), 'entry 7', sealed)).rejects.toThrow()
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow(/extract/)
})
