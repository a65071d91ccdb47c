import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { palette } from '#messages/palette.ts'

const modules = join(import.meta.dirname, '../../node_modules')
const files: Record<string, string> = {
  '/maplibre-gl.mjs': 'maplibre-gl/dist/maplibre-gl.mjs',
  '/maplibre-gl-shared.mjs': 'maplibre-gl/dist/maplibre-gl-shared.mjs',
  '/maplibre-gl-worker.mjs': 'maplibre-gl/dist/maplibre-gl-worker.mjs',
  '/maplibre-gl.css': 'maplibre-gl/dist/maplibre-gl.css',
  '/socket.io.js': 'socket.io-client/dist/socket.io.min.js',
}

/**
 * The reference map on a page of its own: it receives the same live events, keeps all trackers, and passes them to
 * MapLibre each second as a new GeoJSON. With `draw=0` it receives and draws nothing.
 */
export async function servePage(): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost')
    const file = files[pathname]
    const type = pathname === '/' ? 'text/html' : pathname.endsWith('.css') ? 'text/css' : 'text/javascript'
    response.setHeader('content-type', type)
    if (!file && pathname !== '/') response.statusCode = 404
    response.end(file ? readFileSync(join(modules, file)) : pathname === '/' ? page : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}

const page = `<!doctype html>
<meta charset="utf-8">
<link rel="stylesheet" href="/maplibre-gl.css">
<style>html, body, #map { margin: 0; height: 100% }</style>
<div id="map"></div>
<script src="/socket.io.js"></script>
<script type="module">
import { Map as MapView, setWorkerUrl } from '/maplibre-gl.mjs'
setWorkerUrl('/maplibre-gl-worker.mjs')
const query = new URLSearchParams(location.search)
const latest = new Map()
let changed = false
const take = (events) => {
  for (const event of events) latest.set(event.tracker_id, event)
  changed = true
  window.ready ??= true
}
const auth = { token: query.get('token'), organisation_id: Number(query.get('organisation_id')) }
const socket = io(query.get('server'), { transports: ['websocket'], auth })
socket.on('snapshot', take)
socket.on('positions', take)
if (query.get('draw') !== '0') {
  const map = new MapView({
    container: 'map',
    style: { version: 8, sources: {}, layers: [{ id: 'sea', type: 'background', paint: { 'background-color': '${palette.map.light.sea}' } }] },
    bounds: [[174.55, -37.05], [174.91, -36.69]],
    fitBoundsOptions: { padding: 64 },
  })
  const all = () => ({
    type: 'FeatureCollection',
    features: Array.from(latest.values(), ({ tracker_id, position, outside_boundary }) => ({
      type: 'Feature',
      id: tracker_id,
      properties: { outside: outside_boundary },
      geometry: position,
    })),
  })
  map.on('load', () => {
    map.addSource('trackers', { type: 'geojson', data: all() })
    map.addLayer({
      id: 'trackers',
      type: 'circle',
      source: 'trackers',
      paint: {
        'circle-radius': 5,
        'circle-color': ['case', ['get', 'outside'], '${palette.map.light.outside}', '${palette.map.light.inside}'],
        'circle-stroke-color': '${palette.white}',
        'circle-stroke-width': 1.5,
      },
    })
    setInterval(() => {
      if (changed) {
        map.getSource('trackers').setData(all())
        window.rebuilds = (window.rebuilds ?? 0) + 1
      }
      changed = false
    }, 1000)
  })
}
</script>`
