// Trackers with their places, and a new place on the map.
//   RINGFENCE_URL=https://tracking.example.com RINGFENCE_KEY=rf_… node example.ts
import { createRingfence } from 'ringfence-client'

const ringfence = createRingfence({ base: process.env.RINGFENCE_URL!, key: process.env.RINGFENCE_KEY! })

const { data: trackers, error } = await ringfence.GET('/api/v1/trackers', { params: { query: { limit: 10 } } })
if (error) throw new Error(error.message)
for (const { number, position } of trackers.data ?? []) console.log(number, position?.coordinates ?? 'not yet known')

const { data: made, error: refused } = await ringfence.PUT('/api/v1/location', {
  body: { name: 'Yard', position: { type: 'Point', coordinates: [174.76, -36.85] } },
})
if (refused) throw new Error(refused.message)
console.log('made', made.data.id)
