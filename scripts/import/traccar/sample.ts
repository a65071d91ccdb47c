import type { Job } from './bring.ts'
import type { Device } from './devices.ts'
import { shortened } from './outcome.ts'
import { pointOf } from './position.ts'
import { refused } from './source.ts'

/** For a dry run: how many positions each device has on its latest day, which is one request each. */
export async function samplePositions({ traccar, print }: Job, devices: Device[], until: number): Promise<void> {
  const latest = await traccar.list('positions')
  const last = new Map<unknown, number>()
  for (const { deviceId, fixTime } of latest === refused ? [] : latest) last.set(deviceId, Date.parse(String(fixTime)))
  print('Positions of each device on its latest day:')
  for (const { traccar_id, name, number } of devices) {
    const at = Math.min(last.get(traccar_id) ?? Number.NaN, until)
    if (Number.isNaN(at)) {
      print(`  ${shortened(name)} (${number}): none`)
      continue
    }
    const day = new Date(at).toISOString().slice(0, 10)
    const from = `${day}T00:00:00.000Z`
    const to = `${day}T23:59:59.999Z`
    const [all, usable] = await traccar.retried(`positions of ${name}`, async () => {
      let [all, usable] = [0, 0]
      for await (const position of traccar.positions({ deviceId: traccar_id, from, to })) {
        all++
        if (typeof pointOf(position) !== 'string') usable++
      }
      return [all, usable]
    })
    print(`  ${shortened(name)} (${number}): ${usable} of ${all} can be brought along, ${day}`)
  }
}
