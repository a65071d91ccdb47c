import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { readCsv } from './csv.ts'
import { readGpx } from './gpx.ts'
import { fillTimes, type TimedPoint } from './times.ts'
import { type Problems, type Reading, UnreadableTrack } from './track.ts'

const readers: Record<string, (stream: Readable, name: string) => Promise<Reading>> = { gpx: readGpx, csv: readCsv }

/** @throws {UnreadableTrack} for a file without usable content */
export async function readTracks(path: string): Promise<TrackFile> {
  const [, name = '', extension = '', gz] = /^(.*?)(?:\.([^.]*?))?(\.gz)?$/i.exec(basename(path)) ?? []
  const read = readers[extension.toLowerCase()]
  if (!read) throw new UnreadableTrack(`${path}: is neither .gpx nor .csv (nor one of them with .gz).`)
  const file = createReadStream(path)
  try {
    const { tracks, problems, made_at } = await read(gz ? pipeline(file, createGunzip(), () => {}) : file, name)
    const timed = tracks.map((track) => ({ name: track.name, points: fillTimes(track.points, made_at) }))
    return { path, name, tracks: timed, problems }
  } catch (error) {
    throw new UnreadableTrack(`${path}: ${reasonOf(error as NodeJS.ErrnoException)}.`)
  } finally {
    file.destroy()
  }
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'the file does not exist'
  if (error.code === 'Z_DATA_ERROR' || error.code === 'Z_BUF_ERROR') return 'is not a complete gzip file'
  return error.message
}

export type TrackFile = {
  path: string
  /** The file name without its extension. */
  name: string
  tracks: { name: string; points: TimedPoint[] }[]
  problems: Problems
}
