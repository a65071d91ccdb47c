import { Anchor, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useMayChange } from '../../core/useAdministers.ts'
import { toDuration } from '../../kit/format/format.ts'
import { setFollow, useSelection } from '../kit/selection.ts'
import { useTrailMinutes } from '../map/layers.ts'
import type { Tracker } from '../types.ts'
import classes from './TrackerPanel.module.css'

/** Links to more about the tracker, the length of its trail, and whether the map follows it. */
export function PanelFoot({ tracker, trailFailed, located }: Props) {
  const { t } = useTranslation()
  const minutes = useTrailMinutes((state) => state.minutes)
  const follow = useSelection((state) => state.follow)
  const mayEdit = useMayChange(tracker.organisation_id)(tracker)
  const { id } = tracker
  const links: [to: string, label: string][] = [
    [paths.tracker({ id }), t('tracking:panel.details')],
    ...(mayEdit ? [[paths.tracker({ id, tab: 'settings' }), t('tracking:panel.settings')] as [string, string]] : []),
    [paths.alerts({ tracker: id }), t('tracking:panel.alerts')],
  ]
  return (
    <footer className={classes.foot}>
      <nav className={classes.links} aria-label={t('tracking:panel.links')}>
        {links.map(([to, label]) => (
          <Anchor key={to} component={Link} to={to} size="sm">
            {label}
          </Anchor>
        ))}
      </nav>
      <Text size="xs" c="dimmed">
        {trailFailed
          ? t('tracking:panel.trailFailed')
          : t('tracking:panel.trail', { duration: toDuration(minutes * 60) })}
      </Text>
      <Switch
        size="sm"
        label={t('tracking:panel.follow')}
        checked={follow}
        disabled={!located}
        onChange={(event) => setFollow(event.currentTarget.checked)}
      />
    </footer>
  )
}

type Props = { tracker: Tracker; trailFailed: boolean; located: boolean }
