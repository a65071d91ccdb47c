import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { textOf } from './textOf.ts'

const zip = (entries: Record<string, string>) =>
  new Blob([
    zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)]))) as BlobPart,
  ])

it.each([
  ['a text', new Blob(['\uFEFF  <kml/>'])],
  ['a KMZ', zip({ 'doc.kml': '<kml/>' })],
  ['a KMZ with pictures and a further KML', zip({ 'files/a.png': 'x', 'Doc.KML': ' <kml/>', 'b.kml': '<b/>' })],
])('reads %s', async (_, file) => {
  expect(await textOf(file, 1000)).toBe('<kml/>')
})

it.each([
  ['a zip without a KML', zip({ 'a.txt': 'x' }), 'zipped'],
  ['a broken zip', new Blob(['PK\u0003\u0004']), 'zipped'],
  ['a KML that unpacks to more', zip({ 'doc.kml': ' '.repeat(100_000) }), 'large'],
  ['too large a file', new Blob([' '.repeat(20_000)]), 'large'],
])('refuses %s', async (_, file, reason) => {
  await expect(textOf(file, 10_000)).rejects.toMatchObject({ reason })
})
