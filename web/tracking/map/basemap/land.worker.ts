import { type Box, landIn, toPieces, type World } from './nearby.ts'

// Parsing the 10 m coastline takes a while, so it is done in a worker.
addEventListener('message', async ({ data: { id, url, box } }: MessageEvent<LandRequest>) => {
  try {
    worlds[url] ??= read(url)
    const { world, pieces } = await worlds[url]
    postMessage({ id, answer: landIn(world, pieces, box) })
  } catch {
    delete worlds[url]
    postMessage({ id, answer: null })
  }
})

const worlds: Record<string, ReturnType<typeof read>> = {}

async function read(url: string) {
  const world = (await (await fetch(url)).json()) as World
  return { world, pieces: toPieces(world) }
}

export type LandRequest = { id: number; url: string; box: Box | null }
