import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Routing, routingServer } from './routing.ts'

const asked: string[] = []
let answer = ''
const server = createServer((request, response) => {
  asked.push(decodeURIComponent(request.url ?? ''))
  response.end(answer)
})
let base: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const [from, to] = [
  [179.9, -17],
  [-179.9, -17.1],
] as const

it('is recognised by its path', () => {
  expect(routingServer('http://a:5000/route/v1/car')).toMatchObject({ kind: 'osrm' })
  expect(routingServer('https://a/valhalla/route?api_key=1')).toMatchObject({ kind: 'valhalla' })
  expect(routingServer('http://a:5000/')).toBeNull()
})

it('of Valhalla is asked by the kind of vehicle, and keeps what else its address has', async () => {
  const valhalla = new Routing(routingServer(`${base}/route?api_key=1`)!)
  answer = '{"trip": {"summary": {"time": 1234.5}}}'
  expect(await valhalla.seconds('truck', from, to)).toBe(1234.5)
  const locations = '[{"lon":179.9,"lat":-17},{"lon":-179.9,"lat":-17.1}]'
  expect(asked.pop()).toBe(
    `/route?api_key=1&json={"locations":${locations},"costing":"truck","directions_type":"none"}`,
  )
})

it.each([['{"routes": []}'], ['{"routes": [{"duration": -1}]}'], ['{"routes": [{"duration": "9"}]}'], ['null'], ['[']])(
  'answers nothing where %s is the answer',
  async (text) => {
    answer = text
    const osrm = new Routing(routingServer(`${base}/route/v1/driving/`)!)
    expect(await osrm.seconds('car', from, to)).toBeNull()
    expect(asked.pop()).toBe('/route/v1/driving/179.9,-17;-179.9,-17.1?overview=false')
  },
)
