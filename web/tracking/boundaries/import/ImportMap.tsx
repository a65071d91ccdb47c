import type { FeatureCollection } from 'geojson'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type MapLayerMouseEvent, useMap } from 'react-map-gl/maplibre'
import { boxAround, newZealand } from '../../map/camera/fit.ts'
import { closed } from '../../map/draw/shape.ts'
import { ImportedLayer, importedAreas } from '../../map/layers/ImportedLayer.tsx'
import { MapFrame } from '../../map/MapFrame.tsx'
import type { ImportRow } from './rows.ts'

/** All areas of the file; a click selects one or leaves it out. */
export function ImportMap({ rows, toggle }: { rows: ImportRow[]; toggle: (key: number, selected: boolean) => void }) {
  const { t } = useTranslation()
  const shapes = useMemo(() => rows.flatMap(({ shape }) => (shape ? closed(shape).flat(2) : [])), [rows])
  const features = useMemo(() => collect(rows), [rows])
  return (
    <MapFrame label={t('tracking:import.map')} bounds={boxAround(shapes) ?? newZealand} padding={24}>
      {(colour) => (
        <>
          <ImportedLayer features={features} colour={colour} />
          <Clicks rows={rows} toggle={toggle} />
        </>
      )}
    </MapFrame>
  )
}

function Clicks({ rows, toggle }: Parameters<typeof ImportMap>[0]) {
  const map = useMap().current!
  useEffect(() => {
    const click = ({ features }: MapLayerMouseEvent) => {
      const row = rows[Number(features?.[0]?.id)]
      if (row) toggle(row.key, !row.selected)
    }
    map.on('click', importedAreas, click)
    return () => void map.off('click', importedAreas, click)
  }, [map, rows, toggle])
  return null
}

function collect(rows: ImportRow[]): FeatureCollection {
  const features = rows.flatMap(({ key, name, shape, selected }) => {
    if (!shape) return []
    const geometry = { type: 'MultiPolygon' as const, coordinates: closed(shape) }
    return [{ type: 'Feature' as const, id: key, properties: { name, selected }, geometry }]
  })
  return { type: 'FeatureCollection', features }
}
