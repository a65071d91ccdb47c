import { clusterStops } from '../places/cluster.ts'
import { townOf } from '../places/town.ts'
import type { Row } from './report.ts'

/** Gives stops outside of boundaries the name of their place: stops at one place have one name. */
export async function nameUnnamed(rows: Row[]): Promise<Row[]> {
  const named = rows.filter(({ unnamed }) => unnamed === 0)
  const stops = rows.flatMap((row) => {
    if (row.unnamed === 0) return []
    const [[lon, lat]] = JSON.parse(String(row.way)) as [[number, number]]
    return [{ lon, lat, row }]
  })
  // Lone ones are places, too.
  const clusters = await clusterStops(stops, 1)
  const places = clusters.map(({ stops, ...centre }) => ({
    boundary_name: `${townOf(centre)} (${centre.lat.toFixed(4)}, ${centre.lon.toFixed(4)})`,
    stops: stops.sort((a, b) => (String(a.row.began_at) < String(b.row.began_at) ? -1 : 1)),
  }))
  places.sort((a, b) => (a.boundary_name < b.boundary_name ? -1 : 1))
  const of_places: Row[] = places.flatMap(({ boundary_name, stops }) =>
    stops.map(({ row }) => ({ ...row, boundary_name })),
  )
  return [...named, ...of_places].map(({ unnamed: _u, name_key: _n, ...row }) => row)
}
