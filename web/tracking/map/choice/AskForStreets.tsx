import { Anchor, Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { guarded, post } from '../../../core/api.ts'
import { paths } from '../../../core/paths.ts'
import { useSession } from '../../../core/session.ts'
import { showFailure } from '../../../kit/ui/showToast.ts'
import { keys } from '../../keys.ts'
import classes from './AskForStreets.module.css'
import { mapSettings } from './mapSettings.ts'

/** Whether the viewer is a platform administrator who has not decided yet. */
export function useAsksForStreets(): boolean {
  const { data } = useQuery(mapSettings)
  const platform_admin = useSession((session) => session.user?.platform_admin)
  return platform_admin === true && data?.undecided === true
}

/** Asks a platform administrator once for the installation's base map: streets from another server, or none. */
export function AskForStreets() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const asks = useAsksForStreets()
  const [busy, setBusy] = useState(false)
  if (!asks) return null

  const decide = async (streets: boolean) => {
    setBusy(true)
    try {
      const body = streets ? { openfreemap: true, basemap: 'openfreemap_liberty' } : { basemap: 'built_in' }
      await guarded(post('website', body))
      // The page was loaded with a content security policy that does not name the new host.
      if (streets) location.reload()
      else await queries.invalidateQueries({ queryKey: keys.map() })
    } catch (error) {
      showFailure(error, t('form.unreachable'))
      setBusy(false)
    }
  }
  return (
    <section className={classes.ask} aria-label={t('tracking:map.ask.title')}>
      <Text fw={600} size="sm">
        {t('tracking:map.ask.title')}
      </Text>
      <Text size="sm">{t('tracking:map.ask.text')}</Text>
      <Group gap="xs">
        <Button size="compact-sm" loading={busy} onClick={() => decide(true)}>
          {t('tracking:map.ask.streets')}
        </Button>
        <Button size="compact-sm" variant="default" disabled={busy} onClick={() => decide(false)}>
          {t('tracking:map.ask.offline')}
        </Button>
        <Anchor component={Link} to={paths.website()} size="sm">
          {t('tracking:map.ask.others')}
        </Anchor>
      </Group>
    </section>
  )
}
