import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Pace } from './pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function connection() {
  const told: string[] = []
  return { told, pause: () => void told.push('pause'), resume: () => void told.push('resume') }
}

it('lets a burst through, and then waits its debt off, once', () => {
  const device = connection()
  const pace = new Pace(device, 100, 50)
  pace.took(50)
  expect(device.told).toEqual([])
  for (let i = 0; i < 10; i++) pace.took(10)
  expect(device.told).toEqual(['pause'])
  vi.advanceTimersByTime(990)
  expect(device.told).toEqual(['pause'])
  vi.advanceTimersByTime(20)
  expect(device.told).toEqual(['pause', 'resume'])
})

it('reads again when nobody holds it any more', () => {
  const device = connection()
  const pace = new Pace(device, 100, 0)
  let room = () => {}
  pace.waitFor((resume) => {
    room = resume
  })
  pace.took(10)
  vi.advanceTimersByTime(200)
  expect(device.told).toEqual(['pause'])
  room()
  expect(device.told).toEqual(['pause', 'resume'])
})
