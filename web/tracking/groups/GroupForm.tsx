import schema from 'virtual:resource/trackergroup'
import { Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { groupReference } from '../../people/members/groupReference.ts'
import { atWork, ScheduleFields } from '../boundaries/ScheduleFields.tsx'
import { profilesOf } from '../kit/profileReference.ts'

/** Name, the group that it is in, a colour, and what holds for its trackers. */
export function GroupForm({ group, organisation_id, children }: Props) {
  const { t } = useTranslation()
  const { create, update, remove } = useRecordActions('trackergroup', {
    page: paths.trackerGroup,
    list: paths.trackerGroups,
  })
  const [schedule, setSchedule] = useState(group?.schedule ?? null)
  const changed = JSON.stringify(schedule) !== JSON.stringify(group?.schedule ?? null)
  const save = (typed: UpdateBody<'trackergroup'>) => {
    const body = { ...typed, ...(changed && { schedule }) }
    return group ? update(group, body) : create({ ...body, organisation_id } as CreateBody<'trackergroup'>)
  }
  return (
    <>
      <ResourceForm
        resource="trackergroup"
        body={group ? schema.update! : schema.create!}
        row={group ?? {}}
        fields={['name', 'parent_id', 'speed_limit', 'movement_profile_id', 'colour']}
        required={['name']}
        references={{
          parent_id: {
            ...groupReference(organisation_id, ({ id }) => id !== group?.id),
            texts: { none: t('tracking:trackerGroups.top'), noRows: t('tracking:trackerGroups.empty') },
          },
          movement_profile_id: profilesOf(organisation_id, t('tracking:movementProfiles.noneOfGroup')),
        }}
        changed={changed}
        extra={() => (
          <Stack gap="sm">
            <ScheduleFields label={t('tracking:privacy.only')} value={schedule} onChange={setSchedule} first={atWork} />
            <Text size="sm" c="dimmed">
              {t('tracking:privacy.ofGroup')}
            </Text>
          </Stack>
        )}
        {...(!group && { submit: t('form.create') })}
        save={save as never}
      />
      {children}
      {group && (
        <Section title={t('form.remove')} text={t('tracking:trackerGroups.removeText')} apart>
          <ConfirmButton label={t('form.remove')} run={() => remove(group.id)} dangerous />
        </Section>
      )}
    </>
  )
}

/** `children`: before what removes it. */
type Props = { group: Row<'trackergroup'> | null; organisation_id: number; children?: ReactNode }
