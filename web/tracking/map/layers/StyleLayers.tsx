import type { Map as MapLibreMap, MapSourceDataEvent, SpriteSpecification } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import type { BaseStyle } from '../choice/baseStyle.ts'
import { basePrefix as prefix, rankOf } from './LayerOrder.tsx'

/** Tiles that fail in a row before the base map counts as failed; of a source's own description one is enough. */
const most = 4

/**
 * Draws a base map's style below all other layers. Adds and removes its layers by themselves: a change of the map's
 * style as a whole would rebuild those of trackers and boundaries, too.
 */
export function StyleLayers({ style, onFailed, onLoaded }: Props) {
  const map = useMap().current!.getMap()
  const on = useRef({ onFailed, onLoaded })
  on.current = { onFailed, onLoaded }

  useEffect(() => {
    let remove = () => {}
    const add = () => {
      if (!map.style?._loaded) return
      map.off('styledata', add)
      remove = addStyle(map, style)
    }
    if (map.style?._loaded) add()
    else map.on('styledata', add)
    return () => {
      map.off('styledata', add)
      remove()
    }
  }, [map, style])

  useEffect(() => {
    let count = 0
    const onError = (event: object) => {
      if (!isOfBasemap(event)) return
      count += 'tile' in event ? 1 : most
      if (count >= most) on.current.onFailed()
    }
    const onData = ({ sourceId, tile }: MapSourceDataEvent) => {
      if (!tile || !sourceId?.startsWith(prefix)) return
      count = 0
      on.current.onLoaded()
    }
    map.on('error', onError)
    map.on('sourcedata', onData)
    return () => {
      map.off('error', onError)
      map.off('sourcedata', onData)
    }
  }, [map])

  return null
}

type Props = {
  style: BaseStyle
  onFailed: () => void
  /** Called for each tile that arrives. */
  onLoaded: () => void
}

/** Whether an error of the map is about a base map, which has the built-in one in its place. */
export function isOfBasemap(event: object): boolean {
  return 'sourceId' in event && String(event.sourceId).startsWith(prefix)
}

function addStyle(map: MapLibreMap, { sources, layers, sprite }: BaseStyle): () => void {
  for (const [id, source] of Object.entries(sources)) map.addSource(prefix + id, source)
  const above = map.getLayersOrder().find((id) => rankOf(id) > rankOf(prefix))
  for (const layer of layers) {
    const named = { ...layer, id: prefix + layer.id }
    map.addLayer('source' in layer ? ({ ...named, source: prefix + layer.source } as never) : named, above)
  }
  for (const { id, url } of spritesOf(sprite)) map.addSprite(id, url)
  return () => {
    if (!map.style) return
    for (const { id } of layers) if (map.getLayer(prefix + id)) map.removeLayer(prefix + id)
    for (const id of Object.keys(sources)) if (map.getSource(prefix + id)) map.removeSource(prefix + id)
    for (const { id } of spritesOf(sprite)) map.removeSprite(id)
  }
}

/** A single address is the sprite whose icons have no prefix. */
function spritesOf(sprite: SpriteSpecification | undefined) {
  return typeof sprite === 'string' ? [{ id: 'default', url: sprite }] : (sprite ?? [])
}
