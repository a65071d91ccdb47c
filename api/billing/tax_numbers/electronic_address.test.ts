import { describe, expect, it } from 'vitest'
import { checkElectronicAddress, endpointOf } from './electronic_address.ts'

describe('an address of electronic invoices', () => {
  it.each(['0088:9429041561423', '0151:51824753556', '9930:DE136695976', null, undefined])('may be %s', (address) =>
    expect(() => checkElectronicAddress(address)).not.toThrow(),
  )

  it.each(['0088:9429041561424', '0088:942904156142', '0151:51824753557'])('is not %s', (address) =>
    expect(() => checkElectronicAddress(address)).toThrow(expect.objectContaining({ field: 'electronic_address' })),
  )

  it('is a scheme and an identifier', () => {
    expect(endpointOf(' 0088:9429041561423 ')).toEqual({ scheme: '0088', id: '9429041561423' })
    expect(endpointOf('9429041561423')).toBeNull()
  })
})
