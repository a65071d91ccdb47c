import schema from 'virtual:resource/tracker'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CreateBody } from '#api/client.ts'
import { installation } from '../../core/installation.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { groupsOf } from '../../people/members/groupReference.ts'
import { tagReference } from '../kit/tagReference.ts'
import { MethodSelect } from './connect/MethodSelect.tsx'
import { type Method, needsToken, transportOf } from './connect/methods.ts'
import type { NewToken } from './newToken.ts'
import { OwnerSelect } from './OwnerSelect.tsx'
import { useTrackerActions } from './useTrackerActions.ts'

export function NewTracker({ onToken }: { onToken: (made: NewToken) => void }) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useAdministers(organisation_id)
  const [owner, setOwner] = useState<number | null>(null)
  const [method, setWay] = useState<Method | null>(null)
  const { data: server } = useQuery(installation)
  const { create } = useTrackerActions((created) => onToken({ tracker: created }))
  const save = async (body: CreateBody<'tracker'>) => {
    const whose = owner !== null && { owner_user_id: owner }
    const how = method !== null && { transports: [transportOf(method)] }
    await create({ ...body, ...whose, ...how, organisation_id })
  }
  return (
    <ResourceForm
      resource="tracker"
      body={schema.create!}
      row={{ type: 'gps', interval_charging_s: 30, pause_after_still_s: 0 }}
      all
      references={{
        group_id: groupsOf(organisation_id, t('tracking:trackerGroups.none')),
        tag_ids: tagReference(organisation_id, t('tracking:tags.none')),
      }}
      groups={[
        {
          level: 2,
          title: t('tracking:trackers.groups.basics'),
          fields: ['number', 'name', 'type', ...(administers ? (['group_id', 'tag_ids'] as const) : [])],
          extra: (
            <>
              <MethodSelect
                label={t('tracking:connect.how')}
                description={t('tracking:connect.howText')}
                devices={server?.devices ?? []}
                value={method}
                none={t('tracking:connect.howLater')}
                onChange={setWay}
              />
              {method !== null && !needsToken(transportOf(method)) && (
                <Text size="sm" c="dimmed">
                  {t('tracking:connect.transports.allowNumber')}
                </Text>
              )}
              {administers && <OwnerSelect organisation_id={organisation_id} value={owner} onChange={setOwner} />}
            </>
          ),
        },
        {
          level: 2,
          title: t('tracking:trackers.groups.reporting'),
          folded: true,
          fields: ['interval_s', 'interval_charging_s', 'pause_after_still_s'],
        },
      ]}
      submit={t('form.create')}
      save={save}
      cancel={
        <Button component={Link} to={paths.trackers()} variant="subtle" color="gray">
          {t('form.cancel')}
        </Button>
      }
    />
  )
}
