import schema from 'virtual:resource/tracker'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UpdateBody } from '#api/client.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { RemoveSection } from '../../kit/record/RemoveSection.tsx'
import { groupsOf } from '../../people/members/groupReference.ts'
import { profilesOf } from '../kit/profileReference.ts'
import { tagReference } from '../kit/tagReference.ts'
import type { Tracker } from '../types.ts'
import { TransportsInput } from './connect/TransportsInput.tsx'
import { OwnerSelect } from './OwnerSelect.tsx'
import { useTrackerActions } from './useTrackerActions.ts'

/** The settings of a tracker, and its removal. */
export function EditTracker({ tracker }: { tracker: Tracker }) {
  const { t } = useTranslation()
  const { id, organisation_id } = tracker
  const administers = useAdministers(organisation_id)
  const [owner, setOwner] = useState(tracker.owner_user_id)
  const ownerChanged = owner !== tracker.owner_user_id
  const [transports, setTransports] = useState(tracker.transports)
  const others = transports.join() !== tracker.transports.join()
  const { update, remove } = useTrackerActions()
  const save = (body: UpdateBody<'tracker'>) =>
    update(tracker, { ...body, ...(ownerChanged && { owner_user_id: owner }), ...(others && { transports }) })
  return (
    <>
      <ResourceForm
        resource="tracker"
        body={schema.update!}
        row={tracker}
        groups={[
          {
            level: 2,
            title: t('tracking:trackers.groups.basics'),
            fields: ['number', 'name', 'type', ...(administers ? (['group_id', 'tag_ids'] as const) : []), 'active'],
            extra: administers && <OwnerSelect organisation_id={organisation_id} value={owner} onChange={setOwner} />,
          },
          {
            level: 2,
            title: t('tracking:trackers.groups.reporting'),
            fields: [
              'interval_s',
              'interval_charging_s',
              'pause_after_still_s',
              ...(administers ? (['sim_number'] as const) : []),
            ],
          },
          {
            level: 2,
            title: t('tracking:trackers.groups.sensitivity'),
            folded: true,
            fields: ['exit_confirmations', 'exit_delay_s', 'movement_profile_id', 'speed_limit'],
          },
          {
            level: 2,
            title: t('tracking:trackers.groups.security'),
            folded: true,
            fields: ['source_networks'],
            wrong: transports.length === 0,
            extra: (
              <TransportsInput
                all={schema.update!.properties.transports!.items!.enum!}
                value={transports}
                onChange={setTransports}
              />
            ),
          },
        ]}
        required={['number']}
        references={{
          group_id: groupsOf(organisation_id, t('tracking:trackerGroups.none')),
          tag_ids: tagReference(organisation_id, t('tracking:tags.none')),
          movement_profile_id: profilesOf(organisation_id, t('tracking:movementProfiles.none')),
        }}
        changed={ownerChanged || others}
        save={save}
      />
      <RemoveSection run={() => remove(id)} text={t('tracking:trackers.confirmRemove')} />
    </>
  )
}
