import { expect, it } from 'vitest'
import { invoiced, makeShop } from '../../seeds/billing.ts'
import { sharedNetwork } from '../../shared_network.ts'

const line = (unit_price: string, more = {}) => ({ description: 'Course', unit_price, ...more })

it('an invoice with something taken off is charged, reported and credited with the tax that is left', async () => {
  const network = await sharedNetwork()
  const shop = await makeShop(network, 'discounts')
  const { client } = shop.administrator
  const lines = [line('200'), line('-50', { description: 'Discount for helpers' })]
  const { id, gross } = await invoiced(shop, '', { lines })
  expect(gross).toBe(17250)
  const { data } = await client.call('GET', 'invoice/document', { id })
  expect(data.lines.map(({ net, tax }: { net: number; tax: number }) => [net, tax])).toEqual([
    [20000, 3000],
    [-5000, -750],
  ])
  const box = async (name: string) => {
    const { data: report } = await client.call('GET', 'invoicing/report', { report: 'gst', organisation_id: shop.id })
    return (report as { rows: { box: string; amount: number }[] }).rows.find((row) => row.box === name)!.amount
  }
  expect([await box('5'), await box('10')]).toEqual([17250, 2250])
  const half = await client.call('POST', 'invoice/credit', { id, lines: [line('100'), line('-25')] })
  expect(half.data).toMatchObject({ type: 'credit_note', net: 7500, tax: 1125, gross: 8625 })
  const more = client.call('POST', 'invoice/credit', { id, lines: [line('101'), line('-25')] })
  await expect(more).rejects.toMatchObject({ status: 476 })
  expect([await box('5'), await box('10')]).toEqual([8625, 1125])
  const headers = { authorization: `Bearer ${shop.administrator.token}` }
  const csv = await fetch(`${network.url}/api/v1/invoicelines?invoice_id=${id}&format=csv`, { headers })
  expect(await csv.text()).toMatch(/,-50.0000,0.0000,.*,-50.00,-7.50,-57.50,/)
})
