import { Anchor, CloseButton, Popover } from '@mantine/core'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useMap } from 'react-map-gl/maplibre'
import { Link } from 'react-router'
import { paths } from '../../../core/paths.ts'
import { useSession } from '../../../core/session.ts'
import { exactZoomAt } from '../basemap/detail.ts'
import { useAsksForStreets } from './AskForStreets.tsx'
import classes from './Basemap.module.css'
import { BasemapChoice, useHasChoice } from './BasemapChoice.tsx'
import type { DrawnBasemap } from './useBasemap.ts'
import { useBasemapName } from './useBasemapName.ts'

/**
 * Says that the selected base map cannot be loaded, or that the built-in one has no streets at this zoom level.
 *
 * @param only_failures not the latter
 */
export function BasemapNote({ basemap, built_in, style, failed, blocked, only_failures = false }: Props) {
  const { t } = useTranslation()
  const map = useMap().current!
  const nameOf = useBasemapName()
  // The question says the same.
  const asked = useAsksForStreets()
  const [closed, setClosed] = useState(() => localStorage.getItem(key) !== null)
  const beyond = useBeyondData() && !closed && built_in && style === null && !only_failures && !asked
  if (!failed && !beyond) return null
  const close = () => {
    localStorage.setItem(key, 'closed')
    setClosed(true)
  }
  const name = nameOf(basemap)
  const hosts = blocked.join(', ')
  const failure = hosts
    ? t('tracking:map.basemap.blocked', { name, hosts })
    : t('tracking:map.basemap.failed', { name })
  // Among the page's own notes, where it has a place for them.
  const place = map.getContainer().closest('main')?.querySelector('[data-map-note]')
  const note = (
    <div className={classes.note} role="status" data-placed={place ? true : undefined}>
      {failed ? failure : t('tracking:map.basemap.noStreets')}
      {failed ? hosts && <Reload /> : <Remedy />}
      {!failed && <CloseButton size="xs" aria-label={t('tracking:map.basemap.close')} onClick={close} />}
    </div>
  )
  return place ? createPortal(note, place) : note
}

/** Set once the line about streets is closed, for good. */
const key = 'ringfence.no_streets'

type Props = DrawnBasemap & { only_failures?: boolean }

function Reload() {
  const { t } = useTranslation()
  return (
    <Anchor component="button" type="button" inherit underline="always" onClick={() => location.reload()}>
      {t('tracking:map.basemap.reload')}
    </Anchor>
  )
}

/** Where a map with streets can be selected, or added. */
function Remedy() {
  const { t } = useTranslation()
  const choice = useHasChoice()
  const platform_admin = useSession((session) => session.user?.platform_admin)
  if (choice) {
    return (
      <Popover position="bottom-start" shadow="md" trapFocus>
        <Popover.Target>
          <Anchor component="button" type="button" inherit underline="always">
            {t('tracking:map.basemap.choose')}
          </Anchor>
        </Popover.Target>
        <Popover.Dropdown>
          <BasemapChoice />
        </Popover.Dropdown>
      </Popover>
    )
  }
  if (!platform_admin) return null
  return (
    <Anchor component={Link} to={paths.website()} inherit underline="always">
      {t('tracking:map.basemap.add')}
    </Anchor>
  )
}

/** Whether the map shows more than the data of the built-in map have. */
function useBeyondData(): boolean {
  const map = useMap().current!
  const [beyond, setBeyond] = useState(false)
  useEffect(() => {
    const update = () => setBeyond(map.getZoom() > exactZoomAt(map.getCenter().toArray()))
    update()
    map.on('moveend', update)
    return () => void map.off('moveend', update)
  }, [map])
  return beyond
}
