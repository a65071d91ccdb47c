import type { Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import worldUrl from 'world-atlas/land-110m.json?url'
import { type CoastFile, coastIn, readCoast } from '../../map/basemap/coast.ts'
import { isCoastEnough } from '../../map/basemap/detail.ts'
import { boxOf, overlap } from '../../map/basemap/nearby.ts'
import coastUrl from './coast_nz_small.json?url'
import { boxOfView, line, type View } from './view.ts'

/** Degrees: what shows less is not drawn from the coarse world, whose coast is wrong by some kilometres. */
const narrowest = 6

/** The land that a picture shows; null where none is known well enough. */
export async function groundOf(view: View): Promise<Path2D | null> {
  const box = boxOfView(view)
  if (isCoastEnough(box)) return drawn(view, coastIn(readCoast(await read<CoastFile>(coastUrl)), box))
  if (box[2] - box[0] < narrowest) return null
  const world = await read<Topology<{ land: GeometryCollection }>>(worldUrl)
  const polygons = feature(world, world.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return [geometry.coordinates]
    return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
  })
  return drawn(
    view,
    polygons.filter(([outer]) => overlap(boxOf(outer!), box)),
  )
}

function drawn(view: View, polygons: Position[][][]): Path2D {
  const path = new Path2D()
  for (const ring of polygons.flat()) trace(path, line(view, ring))
  return path
}

export function trace(path: Path2D, [first, ...others]: { x: number; y: number }[]) {
  if (!first) return
  path.moveTo(first.x, first.y)
  for (const { x, y } of others) path.lineTo(x, y)
  path.closePath()
}

/** Reads a file once; one that failed to load is read again. */
function read<File>(url: string): Promise<File> {
  const before = files.get(url) as Promise<File> | undefined
  if (before) return before
  const file = load(url)
  files.set(url, file)
  file.catch(() => files.delete(url))
  return file as Promise<File>
}

async function load(url: string): Promise<unknown> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  return response.json()
}

const files = new Map<string, Promise<unknown>>()
