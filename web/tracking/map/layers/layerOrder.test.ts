import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { layerOrder, rankOf } from './LayerOrder.tsx'

const folder = join(import.meta.dirname, '../..')

it('has every layer of the maps', () => {
  const ids = globSync('**/*.tsx', { cwd: folder }).flatMap((file) => {
    const layers = readFileSync(join(folder, file), 'utf8').matchAll(/<Layer\s+id=(?:"([^"]+)"|\{`([^`]+)`\})/g)
    return [...layers].map(([, plain, template]) => (plain ?? template)!.replace(/-?\$\{id\}-?/, ''))
  })
  expect(ids.length).toBeGreaterThan(20)
  const listed = (id: string) => rankOf(id) >= 0 || layerOrder.some((each) => each.endsWith(`-${id}`))
  expect(ids.filter((id) => !listed(id))).toEqual([])
})

it('takes numbered layers as one', () => {
  expect(rankOf('track-outside-12')).toBe(layerOrder.indexOf('track-outside'))
})

it('has the layers of a base map’s style above the built-in map and below boundaries, whatever their names', () => {
  expect(rankOf('base:trackers')).toBeGreaterThan(rankOf('towns'))
  expect(rankOf('base:labels-7')).toBeLessThan(rankOf('boundary-areas'))
})
