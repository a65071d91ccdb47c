import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { addLazily, makeZip } from './zip_stream.ts'

it('an archive ends with the error of a part that begins when its turn comes', async () => {
  const archive = makeZip()
  addLazily(archive, 'a.csv', () => Readable.from(failing()))
  archive.zip.end()
  await expect(buffer(archive.output)).rejects.toThrow('the statement was cancelled')
})

it('a part that fails after the archive was given up ends nothing else', async () => {
  const archive = makeZip()
  const part = new Readable({ read() {} })
  addLazily(archive, 'a.csv', () => part)
  archive.zip.end()
  part.push('header\n')
  archive.output.destroy()
  part.destroy(new Error('the statement was cancelled'))
  await turn()
  expect(part.destroyed).toBe(true)
})

it('a part stops when the archive is not read any more, and no other begins', async () => {
  const archive = makeZip()
  const part = new Readable({ read() {} })
  let begun = 0
  for (const path of ['a.csv', 'b.csv']) {
    addLazily(archive, path, () => {
      begun++
      return part
    })
  }
  archive.zip.end()
  archive.output.destroy()
  await turn()
  expect(part.destroyed).toBe(true)
  expect(begun).toBe(1)
})

async function* failing() {
  yield 'header\n'
  throw new Error('the statement was cancelled')
}
