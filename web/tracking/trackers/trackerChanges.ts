import type { TFunction } from 'i18next'
import type { Changing } from '../../kit/lists/bulk/ChangeDialog.tsx'
import { groupsOf } from '../../people/members/groupReference.ts'
import { memberReference } from '../../people/members/memberReference.ts'
import { driverReference } from '../kit/driverReference.ts'
import { profilesOf } from '../kit/profileReference.ts'
import { tagReference } from '../kit/tagReference.ts'
import { editHours } from '../privacy/editHours.tsx'

/** What is set for many trackers at once; owners set what is not the organisation's to say. */
export const trackerChanges = (t: TFunction, organisation_id: number, administers: boolean): Changing<'tracker'> => ({
  organisation_id,
  fields: [
    ...(administers ? (['group_id', 'tag_ids', 'owner_user_id', 'driver_id', 'working_hours'] as const) : []),
    'interval_s',
    'interval_charging_s',
    'pause_after_still_s',
    'movement_profile_id',
    'speed_limit',
    'exit_confirmations',
    'exit_delay_s',
    'transports',
    'active',
  ],
  references: {
    group_id: groupsOf(organisation_id, t('tracking:trackerGroups.none')),
    tag_ids: tagReference(organisation_id, t('tracking:tags.none')),
    owner_user_id: { ...memberReference(organisation_id), texts: { none: t('tracking:connect.noOwner') } },
    driver_id: driverReference(organisation_id),
    movement_profile_id: profilesOf(organisation_id, t('tracking:movementProfiles.none')),
  },
  editors: { working_hours: editHours },
})
