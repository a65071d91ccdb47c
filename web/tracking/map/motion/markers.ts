import type { CustomLayerInterface, Map as MapLibreMap } from 'maplibre-gl'
import type { Colours } from '#messages/palette.ts'
import { trackersDrawn } from '../../kit/afterTrackers.ts'
import type { Field } from './field.ts'
import { paletteOf, rgb } from './markerStyle.ts'
import { createProgram, type Program } from './program.ts'
import { toMercator } from './track.ts'

/**
 * Custom WebGL layer for markers. A GeoJSON source would be tiled again for every report of every tracker; here a
 * report costs four numbers, and movement is interpolated when drawing.
 */
export function createMarkers(field: Field, colours: () => Colours): Markers {
  let map: MapLibreMap | undefined
  let program: Program | undefined
  let places = new Float32Array(0)
  let timer: ReturnType<typeof setTimeout> | undefined

  const layer: CustomLayerInterface = {
    id: 'trackers',
    type: 'custom',
    onAdd(added, gl) {
      map = added
      program = createProgram(gl)
    },
    onRemove() {
      clearTimeout(timer)
      timer = undefined
      program?.destroy()
      program = undefined
      map = undefined
    },
    render(gl, { defaultProjectionData }) {
      if (!map || !program) return
      if (places.length < field.size * 2) places = new Float32Array(field.styles.length / 2)
      const { lng, lat } = map.getCenter()
      const centre = toMercator(lng, lat)
      const speed = field.write(places, centre, performance.now())
      program.use(places.subarray(0, field.size * 2), field.styles.subarray(0, field.size * 4))
      draw(gl, map, program, around(defaultProjectionData.mainMatrix, centre))
      program.release()
      if (field.size > 0) markFirst()
      clearTimeout(timer)
      timer = undefined
      if (speed > 0) plan(speed)
    },
  }

  return { layer, changed: () => (field.urgent ? map?.triggerRepaint() : field.fastest > 0 && plan(field.fastest)) }

  function draw(gl: WebGL2RenderingContext, shown: MapLibreMap, { uniform }: Program, matrix: Float32Array) {
    const colour = colours()
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.uniformMatrix4fv(uniform('u_matrix'), false, matrix)
    gl.uniform3fv(uniform('u_palette'), paletteOf(colour))
    gl.uniform3fv(uniform('u_casing'), rgb(colour.casing))
    gl.uniform3fv(uniform('u_selected'), rgb(colour.selected))
    gl.uniform1f(uniform('u_bearing'), (shown.getBearing() * Math.PI) / 180)
    gl.uniform1f(uniform('u_scale'), devicePixelRatio * sizeAt(shown.getZoom(), field.size))
    for (const front of [0, 1]) {
      gl.uniform1i(uniform('u_front'), front)
      for (const copy of copies(shown)) {
        gl.uniform1f(uniform('u_shift'), copy)
        gl.drawArrays(gl.POINTS, 0, field.size)
      }
    }
  }

  /** Schedules the next frame for when the fastest marker has moved half a pixel: slow or distant markers need few. */
  function plan(speed: number) {
    if (!map || timer !== undefined) return
    const wait = Math.min(1000, 0.5 / (speed * worldWidth(map)))
    if (wait < 20) map.triggerRepaint()
    else timer = setTimeout(() => map?.triggerRepaint(), wait)
  }
}

/** Marks in the browser's timeline when the map is of use, for `npm run bench -- pages`. */
function markFirst() {
  if (!marked) {
    performance.mark('trackers-drawn')
    trackersDrawn()
  }
  marked = true
}
let marked = false

/** Copies of the world are visible only when zoomed far out. */
function copies(map: MapLibreMap): number[] {
  return map.getContainer().clientWidth * 2 > worldWidth(map) ? [-1, 0, 1] : [0]
}

function worldWidth(map: MapLibreMap): number {
  return 512 * 2 ** map.getZoom()
}

/** Smaller when zoomed out, and smaller among thousands. */
function sizeAt(zoom: number, count: number): number {
  const shrink = count > 2000 ? Math.max(0, Math.min(0.4, (14 - zoom) * 0.1)) : 0
  return Math.max(0.45, Math.min(1, 0.55 + (zoom - 4) * 0.075) - shrink)
}

// Translates the matrix to the centre in 64 bits, so that the small remaining offsets fit the GPU's 32.
function around(matrix: ArrayLike<number>, { x, y }: { x: number; y: number }): Float32Array {
  const moved = Float32Array.from(matrix)
  for (let row = 0; row < 4; row++) moved[12 + row] = matrix[row]! * x + matrix[4 + row]! * y + matrix[12 + row]!
  return moved
}

export type Markers = {
  layer: CustomLayerInterface
  /** Requests a repaint if the field has changed. */
  changed: () => void
}
