import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import classes from './Plans.module.css'
import { useMyShifts } from './useMyShifts.ts'
import { spanOf, usePlanText } from './usePlanText.ts'

/** When the driver who the person is drives what, in the next five weeks. */
export function MyShiftsPage() {
  const { t } = useTranslation()
  const { heading } = usePlanText()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { data, error } = useMyShifts(organisation_id)
  return (
    <Page title={t('tracking:plans.mine')} width="form">
      <Text c="dimmed" mb="md">
        {t('tracking:plans.mineText')} <Link to={paths.myTrips()}>{t('tracking:myTrips.title')}</Link>
      </Text>
      {error && <Text c="red">{error.message}</Text>}
      {!data && !error && <PageLoader />}
      {data?.length === 0 && <Text>{t('tracking:plans.mineNone')}</Text>}
      <Stack gap={0}>
        {data?.map((time, i) => (
          <div key={`${time.id} ${time.day}`} className={classes.day}>
            {data[i - 1]?.day !== time.day && (
              <Title order={2} size="h5">
                {heading(time.day)}
              </Title>
            )}
            <div className={classes.time} data-group={time.tracker_name === null || undefined}>
              <strong>{spanOf(time)}</strong>
              <span>{time.tracker_name ?? time.group_name}</span>
              {time.note && <small>{time.note}</small>}
            </div>
          </div>
        ))}
      </Stack>
    </Page>
  )
}
